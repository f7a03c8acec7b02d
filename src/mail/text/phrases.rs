//! What mail programs write around letters, in the languages of their users.

/// Verbs at the end, or in the middle, of attributions.
pub(super) static WROTE: &[&str] = &[
    "wrote",
    "writes",
    "said",
    "posted", // English
    "a écrit",
    "écrit",
    "a ecrit",
    "écrivait", // French
    "schrieb",
    "geschrieben",
    "schreibt", // German
    "schreef",
    "geschreven", // Dutch
    "escribió",
    "escribio",
    "ha escrito", // Spanish
    "ha scritto",
    "scrisse",
    "scriveva",    // Italian
    "escreveu",    // Portuguese
    "va escriure", // Catalan
    "a scris",     // Romanian
    "skrev",
    "skriver",
    "følgende",  // Danish, Norwegian, Swedish
    "skrifaði",  // Icelandic
    "kirjoitti", // Finnish
    "kirjutas",  // Estonian
    "napisał",
    "napisała",
    "napisał(a)",
    "napisał/a",
    "pisze", // Polish
    "napsal",
    "napsala",
    "napsal(a)", // Czech
    "napísal",
    "napísala",
    "napísal(a)", // Slovak
    "napisao",
    "napisala",
    "je napisao/la",
    "piše", // Croatian, Serbian, Slovene
    "írta", // Hungarian
    "yazdı",
    "şunları yazdı", // Turkish
    "rašė",
    "rakstīja", // Lithuanian, Latvian
    "написал",
    "написала",
    "написал(а)",
    "пишет",
    "писал",
    "писал(а)", // Russian
    "написав",
    "написала",
    "пише",
    "пишe",   // Ukrainian
    "написа", // Bulgarian
    "έγραψε", // Greek
    "đã viết",
    "viết", // Vietnamese
    "menulis",
    "tulis", // Indonesian
    "כתב",
    "כתבה",
    "מאת", // Hebrew
    "كتب",
    "كتبت",    // Arabic
    "skribis", // Esperanto
    "escribiu",
    "escribiron", // Galician
    "idatzi du",
    "igorri du",    // Basque
    "ha escrit",    // Catalan
    "scrise",       // Romanian
    "shkroi",       // Albanian
    "ysgrifennodd", // Welsh
    "scríobh",      // Irish
    "geskryf",
    "het geskryf", // Afrikaans
    "parašė",      // Lithuanian
    "uzrakstīja",  // Latvian
    "kirjutas",
    "je napisal",
    "je napisala",
    "je napisal/-a", // Slovene
    "je napisao",
    "је написао/ла",
    "је написао",
    "је написала", // Serbian
    "напиша",      // Macedonian
    "напісаў",
    "напісаў(-ла)", // Belarusian
    "жазды",        // Kazakh
    "şunu yazdı",
    "yazıb",  // Azerbaijani
    "գրել է", // Armenian
    "დაწერა", // Georgian
    "نوشت",
    "نوشته است", // Persian
    "نے لکھا",   // Urdu
    "ने लिखा",
    "लिखा",    // Hindi
    "লিখেছেন", // Bengali
    "எழுதினார்", // Tamil
    "aliandika",
    "ameandika", // Swahili
    "isinulat ni",
    "sumulat",       // Filipino
    "telah menulis", // Malay
    "a répondu",
    "hat geschrieben",
    "ha escrito lo siguiente",
    "escreveu o seguinte",
    "ha scritto quanto segue",
    "skrev følgende",
    "skrev följande",
    "kirjoitti seuraavaa",
];

/// How attributions begin where the date is not the first thing, in small letters.
pub(super) static OPENERS: &[&str] = &[
    "on",
    "at",
    "quoting",
    "in reply to", // English
    "am",
    "zitat von", // German
    "le",
    "en date de", // French
    "el",
    "en fecha", // Spanish
    "il",
    "in data", // Italian
    "em",
    "no dia",
    "a",
    "às", // Portuguese
    "op",
    "in antwoord op", // Dutch
    "den",
    "på", // Danish, Norwegian, Swedish
    "dne",
    "dňa",
    "dnia",
    "w dniu",
    "dana",
    "dne.", // Slavic
    "в",
    "у",
    "на",
    "дана", // the same in Cyrillic
    "pe",
    "în data", // Romanian
    "στις",
    "την", // Greek
    "vào",
    "ngày", // Vietnamese
    "pada", // Indonesian
    "sa",
    "noong", // Filipino
    "mnamo", // Swahili
    "ar",    // Breton, Welsh, Irish
    "ons",
    "ke", // Finnish and Swedish weekdays
    "בתאריך",
    "ב", // Hebrew
    "في",
    "بتاريخ",
    "در", // Arabic, Persian
    "在",
    "于",
    "於", // Chinese
    "ใน",
    "เมื่อ", // Thai
];

/// The same where words are not parted by blanks.
pub(super) static WROTE_ANYWHERE: &[&str] = &[
    "写道",
    "寫道",
    "写到",
    "写",
    "书写",
    "书",
    "のメール",
    "書きました",
    "さんは書きました",
    "작성",
    "님이 작성",
    "썼다",
    "เขียนว่า",
];

/// Titles of the line above a quoted or forwarded mail.
pub(super) static FORWARDED: &[&str] = &[
    "original message",
    "original appointment",
    "reply message",
    "forwarded message",
    "begin forwarded message",
    "forwarded by",
    "ursprüngliche nachricht",
    "originalnachricht",
    "ursprungsnachricht",
    "weitergeleitete nachricht",
    "anfang der weitergeleiteten nachricht",
    "anfang der weitergeleiteten e-mail",
    "message d'origine",
    "message original",
    "message transféré",
    "message transmis",
    "début du message transféré",
    "début du message réexpédié",
    "mensaje original",
    "mensaje reenviado",
    "inicio del mensaje reenviado",
    "messaggio originale",
    "messaggio inoltrato",
    "inizio messaggio inoltrato",
    "oorspronkelijk bericht",
    "doorgestuurd bericht",
    "begin doorgestuurd bericht",
    "mensagem original",
    "mensagem encaminhada",
    "início da mensagem encaminhada",
    "ursprungligt meddelande",
    "originalmeddelande",
    "vidarebefordrat meddelande",
    "vidarebefordrat brev",
    "oprindelig meddelelse",
    "videresendt besked",
    "opprinnelig melding",
    "videresendt melding",
    "alkuperäinen viesti",
    "välitetty viesti",
    "wiadomość oryginalna",
    "oryginalna wiadomość",
    "wiadomość przekazana",
    "původní zpráva",
    "přeposlaná zpráva",
    "eredeti üzenet",
    "továbbított üzenet",
    "orijinal mesaj",
    "исходное сообщение",
    "пересылаемое сообщение",
    "вихідне повідомлення",
    "原始邮件",
    "转发的邮件",
    "原始郵件",
    "元のメッセージ",
    "転送されたメッセージ",
    "원본 메시지",
    "original email",
    "original mail",
    "start of forwarded message",
    "end of forwarded message",
    "weitergeleitete e-mail",
    "ursprüngliche e-mail",
    "original-nachricht",
    "original nachricht",
    "message d'origine transféré",
    "message réexpédié",
    "courriel original",
    "mensagem de origem",
    "mensagem reencaminhada",
    "missatge original",
    "missatge reenviat",
    "mesaj original",
    "mesajul original",
    "mesaj redirecționat",
    "opprinnelig e-post",
    "den oprindelige meddelelse",
    "start på vidarebefordrat brev",
    "vidarebefordrat mejl",
    "start på videresendt besked",
    "videresendt e-post",
    "välitetty viesti alkaa",
    "wiadomość oryginalna",
    "początek przekazanej wiadomości",
    "pôvodná správa",
    "preposlaná správa",
    "izvorno sporočilo",
    "izvorna poruka",
    "originalna poruka",
    "proslijeđena poruka",
    "prosleđena poruka",
    "originalna wiadomość",
    "átirányított üzenet",
    "algne kiri",
    "originalus laiškas",
    "sākotnējais ziņojums",
    "iletilen ileti",
    "iletilmiş mesaj",
    "özgün ileti",
    "пересланное сообщение",
    "начало переадресованного сообщения",
    "пересылаемое письмо",
    "исходное письмо",
    "переслане повідомлення",
    "препратено съобщение",
    "оригинално съобщение",
    "оригинална порука",
    "αρχικό μήνυμα",
    "προωθημένο μήνυμα",
    "tin nhắn gốc",
    "thư gốc",
    "pesan asli",
    "pesan yang diteruskan",
    "mesej asal",
    "הודעה מקורית",
    "הודעה שהועברה",
    "الرسالة الأصلية",
    "رسالة معاد توجيهها",
    "پیام اصلی",
    "मूल संदेश",
    "ข้อความต้นฉบับ",
    "转发邮件信息",
    "原邮件",
    "原始信件",
    "转发的消息",
    "轉寄的郵件",
    "オリジナルメッセージ",
    "元のメール",
    "전달된 메일",
    "원본 메일",
    "전달된 메시지",
];

/// Names of header fields as mail programs show them above a quoted mail, in small letters.
pub(super) static HEADERS: &[&str] = &[
    // English
    "from",
    "sent",
    "date",
    "to",
    "cc",
    "bcc",
    "subject",
    "reply-to",
    "reply to",
    "sender",
    "resent-from",
    "organization",
    "importance",
    "attachments",
    "priority",
    "message-id",
    // German
    "von",
    "gesendet",
    "gesendet am",
    "datum",
    "an",
    "kopie",
    "betreff",
    "antwort an",
    "wichtigkeit",
    // French
    "de",
    "envoyé",
    "envoyé le",
    "envoyé par",
    "à",
    "a",
    "objet",
    "sujet",
    "pour",
    "copie à",
    "cci",
    "répondre à",
    "pièces jointes",
    "expéditeur",
    // Dutch
    "verzonden",
    "verzonden op",
    "aan",
    "onderwerp",
    "beantwoorden",
    // Spanish
    "enviado",
    "enviado el",
    "fecha",
    "para",
    "asunto",
    "responder a",
    "enviado por",
    "remitente",
    // Italian
    "da",
    "inviato",
    "data",
    "data invio",
    "oggetto",
    "risposta",
    "rispondi a",
    "per conoscenza",
    // Portuguese
    "enviada em",
    "enviada",
    "assunto",
    "responder para",
    // Swedish, Norwegian, Danish
    "från",
    "skickat",
    "till",
    "ämne",
    "kopia",
    "fra",
    "sendt",
    "dato",
    "til",
    "emne",
    "kopi",
    "svar til",
    "avsändare",
    // Finnish
    "lähettäjä",
    "lähetetty",
    "vastaanottaja",
    "aihe",
    "päivämäärä",
    "kopio",
    // Polish
    "wysłano",
    "do",
    "temat",
    "dw",
    "nadawca",
    "wysłane",
    // Czech, Slovak
    "odesláno",
    "komu",
    "předmět",
    "predmet",
    "odoslané",
    "dátum",
    "kopie (cc)",
    // Hungarian
    "feladó",
    "elküldve",
    "dátum",
    "címzett",
    "tárgy",
    // Turkish
    "kimden",
    "gönderilme",
    "gönderme tarihi",
    "gönderildi",
    "kime",
    "konu",
    "tarih",
    "bilgi",
    // Russian, Ukrainian
    "от",
    "отправлено",
    "дата",
    "кому",
    "тема",
    "копия",
    "от кого",
    "від",
    "надіслано",
    "відправлено",
    "копія",
    // Greek
    "από",
    "προς",
    "θέμα",
    "ημερομηνία",
    "στάλθηκε",
    // Chinese, Japanese, Korean
    "发件人",
    "发送时间",
    "发送日期",
    "收件人",
    "抄送",
    "主题",
    "日期",
    "寄件者",
    "寄件日期",
    "收件者",
    "副本",
    "主旨",
    "差出人",
    "送信日時",
    "送信日",
    "宛先",
    "件名",
    "日時",
    "日付",
    "보낸 사람",
    "보낸 날짜",
    "받는 사람",
    "제목",
    "날짜",
    "보낸사람",
    "받는사람",
    "참조",
    "寄件人",
    "发件人地址",
    "时间",
    "時間",
    "主題",
    "送信者",
    "送信元",
    // Also said of the one that was Polish or Italian
    "od",
    "van",
    // Catalan, Galician
    "enviat",
    "enviat el",
    "assumpte",
    "a/c",
    // Romanian
    "de la",
    "trimis",
    "către",
    "catre",
    "subiect",
    "subiectul",
    // Croatian, Serbian, Slovene
    "poslano",
    "poslato",
    "za",
    "prima",
    "zadeva",
    "datum slanja",
    "šalje",
    "послато",
    "за",
    "шаље",
    "од",
    // Czech, Slovak, Polish
    "pro",
    "kopia (dw)",
    "wysłany",
    "tytuł",
    // Baltic
    "saatja",
    "saatmisaeg",
    "saadetud",
    "adressaat",
    "teema",
    "kuupäev",
    "nuo",
    "išsiųsta",
    "kam",
    "no",
    "nosūtīts",
    "datums",
    "temats",
    // Bulgarian, Macedonian, Belarusian
    "изпратено",
    "до",
    "относно",
    "испратено",
    "адпраўлена",
    // Greek
    "αποστολή",
    "στάλθηκε στις",
    "κοιν",
    "κοινοποίηση",
    // Vietnamese, Indonesian, Malay
    "từ",
    "người gửi",
    "đã gửi",
    "gửi",
    "ngày gửi",
    "đến",
    "tới",
    "chủ đề",
    "dari",
    "dikirim",
    "tanggal",
    "kepada",
    "ke",
    "perihal",
    "subjek",
    "dihantar",
    "tarikh",
    // Hebrew, Arabic, Persian
    "מאת",
    "נשלח",
    "תאריך",
    "אל",
    "נושא",
    "עותק",
    "من",
    "مرسل",
    "تم الإرسال",
    "التاريخ",
    "إلى",
    "الموضوع",
    "نسخة",
    "از",
    "ارسال شده",
    "تاریخ",
    "به",
    "موضوع",
    // Thai, Hindi
    "จาก",
    "ส่ง",
    "ส่งเมื่อ",
    "วันที่",
    "ถึง",
    "เรื่อง",
    "प्रेषक",
    "भेजा गया",
    "दिनांक",
    "प्रति",
    "विषय",
    // Icelandic
    "frá",
    "sent þann",
    "efni",
];

/// How programs sign, in small letters.
pub(super) static SIGNATURES: &[&str] = &[
    "sent from my ",
    "sent from mail for",
    "sent from the all new",
    "sent from a mobile",
    "sent from a phone",
    "sent with airmail",
    "sent with aqua mail",
    "sent with shift",
    "sent with [proton",
    "sent with <https",
    "sent using ",
    "sent via the ",
    "get outlook for",
    "get [outlook",
    "diese nachricht wurde von meinem",
    "inactive hide details for",
    "click here to reply or forward",
    "please excuse my brevity",
    "please excuse any typos",
    "bitte entschuldigen sie meine kürze",
    "bitte entschuldigen sie die kürze",
    "veuillez excuser ma brièveté",
    "excusez la brièveté",
];

/// What "sent" is, as it stands in the lines that telephones add, in small letters.
pub(super) static SENT: &[&str] = &[
    "sent",
    "written",
    "typed",
    "composed", // English
    "gesendet",
    "gesandt",
    "geschickt",
    "verschickt", // German
    "envoyé",
    "envoye", // French
    "enviado",
    "enviada",
    "mandado", // Spanish, Portuguese
    "enviat",  // Catalan
    "bidalia",
    "bidalita", // Basque
    "inviato",
    "inviata",
    "spedito", // Italian
    "verstuurd",
    "verzonden",
    "gestuur", // Dutch, Afrikaans
    "skickat",
    "skickad",
    "skickades", // Swedish
    "sendt",
    "sent fra",  // Danish, Norwegian
    "sent úr",   // Icelandic
    "lähetetty", // Finnish
    "saadetud",  // Estonian
    "nosūtīts",
    "sūtīts", // Latvian
    "išsiųsta",
    "siųsta", // Lithuanian
    "wysłane",
    "wysłano",
    "wysłana", // Polish
    "odesláno",
    "posláno", // Czech
    "odoslané",
    "odoslaná",
    "poslané", // Slovak
    "poslano",
    "poslato", // Slovene, Croatian, Serbian
    "послато",
    "испратено",
    "изпратено",
    "пратено", // Serbian, Macedonian, Bulgarian
    "отправлено",
    "послано", // Russian
    "надіслано",
    "відправлено",
    "адпраўлена", // Ukrainian, Belarusian
    "elküldve",
    "küldve", // Hungarian
    "trimis",
    "expediat", // Romanian
    "στάλθηκε",
    "εστάλη",
    "απεστάλη",
    "αποστολή", // Greek
    "gönderildi",
    "gönderilmiştir",
    "göndərildi", // Turkish, Azerbaijani
    "dërguar",    // Albanian
    "נשלח",       // Hebrew
    "أرسل",
    "أُرسل",
    "مرسل",
    "تم الإرسال",
    "ارسال شده",
    "فرستاده شده", // Arabic, Persian
    "gửi từ",
    "được gửi", // Vietnamese
    "dikirim",
    "terkirim",
    "dihantar",
    "ipinadala", // Indonesian, Malay, Filipino
    "ส่งจาก",     // Thai
    "भेजा गया",
    "भेजा", // Hindi
    "发送",
    "发自",
    "傳送",
    "寄出",
    "传送",
    "發送", // Chinese
    "送信",
    "送られ", // Japanese
    "보냄",
    "보낸",
    "전송", // Korean
    "von meinem",
    "von meiner", // German, where the verb comes last and is left out
];

/// What telephones and their programs are called, in small letters and anywhere in a word.
pub(super) static BRANDS: &[&str] = &[
    "iphon",
    "ipad",
    "ipod",
    "apple watch",
    "айфон",
    "아이폰",
    "android",
    "galaxy",
    "samsung",
    "huawei",
    "xiaomi",
    "redmi",
    "oneplus",
    "motorola",
    "nokia",
    "lumia",
    "htc",
    "sony xperia",
    "xperia",
    "google pixel",
    "surface pro",
    "surface book",
    "oppo",
    "realme",
    "blackberry",
    "windows phone",
    "windows 10",
    "windows 11",
    "nexus",
    "fairphone",
    "outlook",
    "yahoo mail",
    "yahoo!",
    "aol mail",
    "aol",
    "gmail",
    "gmx",
    "web.de",
    "proton",
    "tutanota",
    "tuta",
    "k-9 mail",
    "k9 mail",
    "fairemail",
    "mail.ru",
    "почты mail",
    "яндекс",
    "yandex",
    "zoho",
    "mailspring",
    "thunderbird",
    "airmail",
    "bluemail",
    "posteo",
    "mobilnej poczty",
    "laposte",
    "qq邮箱",
    "网易",
    "手机",
];

/// Common words for such things, in small letters.
pub(super) static DEVICES: &[&str] = &[
    "phone",
    "mobile",
    "cell",
    "handset",
    "smartphone",
    "tablet",
    "wireless",
    "mail",
    "handy",
    "mobiltelefon",
    "telefon",
    "smartphones",
    "mobilgerät",
    "téléphone",
    "portable",
    "mobile",
    "tablette",
    "móvil",
    "celular",
    "teléfono",
    "tableta",
    "telemóvel",
    "telefone",
    "telefono",
    "cellulare",
    "dispositivo",
    "telefoon",
    "mobiel",
    "mobil",
    "mobilen",
    "mobilou",
    "puhelimesta",
    "puhelimestani",
    "telefonu",
    "telefonum",
    "telefonumdan",
    "komórki",
    "телефона",
    "смартфона",
    "телефону",
    "мобильного",
    "мобільного",
    "κινητό",
    "telefonom",
    "telefonul",
    "điện thoại",
    "ponsel",
    "telepon",
];
