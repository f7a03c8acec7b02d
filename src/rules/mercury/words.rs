//! The words of orders, in both languages, and the kinds of decision.

use crate::engine::decision::{Kind, Speaks};
use crate::orders::Word;
use crate::orders::word::{NO, YES};

macro_rules! words {
    ($($name:ident: $en:expr, $fr:expr;)*) => {
        $(pub(super) static $name: Word = Word { en: &$en, fr: &$fr };)*
    };
}

words! {
    // Decisions.
    MOVEMENT: ["movement"], ["mouvement"];
    DECLARE: ["declarations", "declare"], ["déclarations", "déclare"];
    REFUSAL: ["refusals"], ["refus"];
    FOLLOW: ["follow"], ["suit"];
    REACTION: ["reactions"], ["réactions"];
    ORDER: ["order", "sequence"], ["ordre", "séquence"];
    COMMAND: ["command"], ["commande"];
    COMBAT: ["combat"], ["combat"];
    FRONT: ["front"], ["front"];
    DEFEND: ["defend", "defence"], ["défend", "défense"];
    HOLD: ["hold"], ["tient"];
    LEAD: ["lead"], ["tête"];
    LOSSES: ["losses"], ["pertes"];
    FATIGUE: ["fatigue"], ["fatigue"];
    STAND: ["stand"], ["résiste"];
    RETREAT: ["retreat"], ["retraite"];
    ADVANCE: ["advance"], ["avance"];
    RESTORES: ["headquarters"], ["qg", "quartiers-généraux"];
    MUSTER: ["muster"], ["rassemble"];
    // Lines of sheets.
    RESTORE: ["restore"], ["rétablit"];
    MOVE: ["move", "mv"], ["déplace", "bouge"];
    MARCH: ["march"], ["marche"];
    ATTACK: ["attack"], ["attaque", "attaquer"];
    REFUSE: ["refuse"], ["refuse", "décline"];
    REACT: ["react"], ["réagit"];
    // Parts of lines.
    WITH: ["with"], ["avec"];
    TO: ["to"], ["vers"];
    MANOEUVRE: ["manoeuvre", "maneuver"], ["manœuvre"];
    ASSAULT: ["assault"], ["assaut"];
    SPEARHEAD: ["spearhead"], ["pointe"];
    SUPPORT: ["support", "guns"], ["appui", "canons"];
    FIRE: ["fire"], ["feu"];
    // Conditions and rulings.
    FULL: ["full"], ["pleine", "complet"];
    COORDINATED: ["coordinated"], ["coordonnée"];
    UNCOORDINATED: ["uncoordinated"], ["non-coordonnée"];
    ENEMY: ["enemy"], ["ennemi"];
    HELD: ["held"], ["tenu"];
    FREE: ["free"], ["libre"];
    FATIGUED: ["fatigued"], ["fatiguée"];
    TURN: ["turn"], ["tour"];
    PLACE: ["place"], ["place"];
    UNIT: ["unit"], ["unité"];
    AT: ["at"], ["à"];
    REMOVE: ["remove"], ["retire"];
    STATE: ["state"], ["état"];
    TARGET: ["target"], ["cible"];
    EMPTY: ["empty"], ["vide"];
    PHASE: ["phase"], ["phase"];
    SIDE: ["side"], ["camp"];
    REDUCED: ["reduced"], ["réduite"];
    DISPERSED: ["dispersed"], ["dispersée"];
    FIRST_FIRE: ["first-fire"], ["premier-feu"];
    FINAL_FIRE: ["final-fire"], ["dernier-feu"];
    CLEAR: ["fresh"], ["dispos"];
    STRATEGIC: ["strategic"], ["stratégique"];
    BOMBARDMENT: ["bombardment"], ["bombardement"];
    GERMANS: ["german"], ["allemand"];
    ALLIES: ["allied"], ["allié"];
}

/// A kind of decision of the movement and combat segment.
pub(super) const fn land_kind(
    word: &'static Word,
    rows: &'static [&'static Word],
    answers: &'static [&'static Word],
    reaction: bool,
) -> Kind {
    Kind {
        word,
        rows,
        answers,
        reaction,
        desk: "land",
        phases: &["land"],
        speaks: Speaks::ANY,
    }
}

/// A kind of decision of the strategic segment.
pub(super) const fn recovery_kind(
    word: &'static Word,
    rows: &'static [&'static Word],
    answers: &'static [&'static Word],
) -> Kind {
    Kind {
        phases: &["strategic"],
        ..land_kind(word, rows, answers, true)
    }
}

/// What standing orders may answer besides names.
pub(super) const YES_NO: &[&Word] = &[&YES, &NO];

words! {
    // Air and drops: decisions.
    AIR: ["missions", "air"], ["missions", "air"];
    DROPS: ["drops"], ["parachutages"];
    RAIDS: ["bombardments"], ["bombardements"];
    AIRLANDINGS: ["airlandings"], ["atterrissages"];
    VANGUARD: ["vanguard"], ["avant-garde"];
    // Lines of sheets.
    SPLIT: ["split"], ["sépare"];
    JOIN: ["join"], ["réunit"];
    INTERDICT: ["interdict"], ["interdit"];
    GROUND: ["bombing", "ground"], ["bombardement", "sol"];
    SEARCH: ["search"], ["recherche"];
    STRIKE: ["naval"], ["naval"];
    DROP: ["drop"], ["parachute"];
    BOMBARD: ["bombard", "shell"], ["bombarde"];
    LAND: ["airland"], ["pose", "atterrit"];
    // Parts of lines.
    GUNS: ["guns"], ["canons"];
    PLANES: ["planes", "aircraft"], ["avions"];
    // Rulings.
    NOBODY: ["nobody"], ["personne"];
    WAIT: ["wait"], ["attend"];
    PLANE: ["plane"], ["avion"];
    LEVEL: ["interdiction"], ["interdiction"];
    SECTOR: ["sector"], ["secteur"];
    READY: ["ready"], ["prêt"];
    FLOWN: ["flown"], ["accomplie"];
    ABORT_1: ["abort-1"], ["endommagée-1"];
    ABORT_2: ["abort-2"], ["endommagée-2"];
    // Sectors.
    MALEME_SUDA: ["maleme-suda", "maleme"], ["malème-suda", "malème"];
    RETIMO: ["retimo"], ["rétimo"];
    HERAKLION: ["heraklion"], ["héraklion"];
    SOUTH_CRETE: ["south-crete", "south"], ["crète-sud", "sud"];
}

words! {
    // Supply, convoys, campaign options: decisions.
    STOCKS: ["stocks"], ["stocks"];
    SPEND: ["spend"], ["dépense"];
    AIRLIFT: ["airlift"], ["pont-aérien"];
    SAILINGS: ["sailings"], ["départs"];
    DROWNED: ["drowned"], ["noyée"];
    STEAMER: ["steamer"], ["vapeur"];
    SCHEDULES: ["schedule"], ["calendrier"];
    ARRIVALS: ["arrivals"], ["arrivées"];
    OPTIONS: ["options"], ["options"];
    SUNK: ["sunk"], ["coulée"];
    // Lines of sheets.
    SEND: ["send"], ["envoie"];
    PLAN: ["plan"], ["prévoit"];
    LOAD: ["load"], ["embarque"];
    BEACH: ["beach"], ["plage"];
    UNLOAD: ["unload"], ["décharge"];
    EMBARK: ["embark"], ["rembarque"];
    // Parts of lines.
    RESERVES: ["reserves"], ["réserves"];
    // Rulings.
    SUPPLY: ["supply"], ["ravitaillement"];
    EVACUATION: ["evacuation"], ["évacuation"];
    LOST: ["lost"], ["perdus"];
    ADEQUATE: ["adequate"], ["adéquat"];
    LIMITED: ["limited"], ["limité"];
    INSUFFICIENT: ["insufficient"], ["insuffisant"];
    LANDINGS: ["landings"], ["débarquements"];
    // Campaign options.
    CONCENTRATE: ["concentrate"], ["concentration"];
    DIVISION: ["22nd-division"], ["22e-division"];
    SECOND_LIFT: ["second-lift"], ["seconde-vague"];
    CAIQUES: ["caiques"], ["caïques"];
    AIRCRAFT: ["more-aircraft"], ["plus-d-avions"];
    TO_HERAKLION: ["to-heraklion"], ["vers-héraklion"];
    TO_RETIMO: ["to-retimo"], ["vers-rétimo"];
    CRATERS: ["craters"], ["cratères"];
    THIRD_BATTALION: ["third-battalion"], ["troisième-bataillon"];
    EARLY: ["early-sailing"], ["départ-anticipé"];
    STORES: ["more-stores"], ["plus-de-stocks"];
    LIGHTER: ["coastal-steamer"], ["vapeur-côtier"];
    ARGYLLS: ["argylls"], ["argylls"];
    FREE_SUDA: ["free-suda"], ["suda-libre"];
}

/// A kind of decision about convoys.
pub(super) const fn naval_kind(
    word: &'static Word,
    rows: &'static [&'static Word],
    answers: &'static [&'static Word],
) -> Kind {
    Kind {
        desk: "naval",
        phases: &["naval"],
        ..land_kind(word, rows, answers, true)
    }
}

/// A kind of decision before the first turn.
pub(super) const fn setup_kind(
    word: &'static Word,
    rows: &'static [&'static Word],
    answers: &'static [&'static Word],
) -> Kind {
    Kind {
        phases: &["setup"],
        ..land_kind(word, rows, answers, true)
    }
}

/// A kind of decision of the air segment.
pub(super) const fn air_kind(
    word: &'static Word,
    rows: &'static [&'static Word],
    answers: &'static [&'static Word],
) -> Kind {
    Kind {
        word,
        rows,
        answers,
        // The usual allocation serves who does not say otherwise.
        reaction: true,
        desk: "air",
        phases: &["air"],
        speaks: Speaks::ANY,
    }
}

words! {
    // The naval game: decisions.
    BEGIN: ["begin"], ["début"];
    FLEET: ["fleet"], ["flotte"];
    SCOUT: ["scout"], ["éclaire"];
    FIND: ["find"], ["trouve"];
    STRIKES: ["strikes"], ["frappes"];
    TARGETS: ["targets"], ["cibles"];
    DIVE: ["dive"], ["pique"];
    SILENCE: ["silence"], ["silence"];
    ABOARD: ["aboard"], ["à-bord"];
    ENGAGEMENTS: ["engagements"], ["engagements"];
    REPLY: ["reply"], ["riposte"];
    PRESS: ["press"], ["insiste"];
    REFUGE: ["refuge"], ["refuge"];
    CONVOYS: ["convoys"], ["convois"];
    PATROL: ["patrol"], ["patrouille"];
    // Lines of sheets.
    AT_SEA: ["at-sea"], ["en-mer"];
    FORM: ["form"], ["forme"];
    ADD: ["add"], ["ajoute"];
    REGROUP: ["regroup"], ["regroupe"];
    DISSOLVE: ["dissolve"], ["dissout"];
    SAIL: ["sail"], ["navigue"];
    STRIKE_AT: ["strike"], ["frappe"];
    HIT: ["hit"], ["touche"];
    SILENT: ["silent"], ["muet"];
    ENGAGE: ["engage"], ["engage"];
    // Parts of lines.
    SHIPS: ["ships"], ["navires"];
    SHIP: ["ship"], ["navire"];
    UNITS: ["units"], ["unités"];
    SUPPLIES: ["supplies", "reserves"], ["ravitaillement", "réserves"];
    ZONES: ["zones"], ["zones"];
    FIRST: ["first"], ["premiers"];
    WITHOUT: ["without"], ["sans"];
    // Types of ships.
    BB: ["bb", "battleships"], ["bb", "cuirassés"];
    CV: ["cv", "carriers"], ["cv", "porte-avions"];
    CL: ["cl", "cruisers"], ["cl", "croiseurs"];
    CL_A: ["cl-a", "aa-cruisers"], ["cl-a", "croiseurs-aa"];
    ML: ["ml", "minelayers"], ["ml", "mouilleurs"];
    DD: ["dd", "destroyers"], ["dd", "destroyers"];
    DD2: ["dd2", "pairs"], ["dd2", "paires"];
    TR: ["tr", "transports"], ["tr", "transports"];
    CONVOY: ["convoy"], ["convoi"];
    MAS: ["mas"], ["mas"];
    DECOY: ["decoy"], ["leurre"];
    // Rulings.
    FORCE: ["force"], ["force"];
    CONTACT: ["contact"], ["contact"];
    VESSEL: ["vessel"], ["bâtiment"];
    CARGO: ["cargo"], ["cargaison"];
    DETECTED: ["detected"], ["détecté"];
    NOTHING: ["nothing"], ["rien"];
    COUNT: ["count"], ["nombre"];
    TYPES: ["types"], ["types"];
    DAMAGED: ["damaged"], ["endommagé"];
    LOW_AMMO: ["low-ammo"], ["munitions-basses"];
    NO_AMMO: ["no-ammo"], ["sans-munitions"];
    REFIT_1: ["refit-1"], ["révision-1"];
    REFIT_2: ["refit-2"], ["révision-2"];
    FIRST_BATTLE: ["first-battle"], ["premier-combat"];
    SECOND_BATTLE: ["second-battle"], ["second-combat"];
}

/// A kind of decision of the naval segment.
pub(super) const fn sea_kind(
    word: &'static Word,
    rows: &'static [&'static Word],
    answers: &'static [&'static Word],
    reaction: bool,
) -> Kind {
    Kind {
        word,
        rows,
        answers,
        reaction,
        desk: "naval",
        phases: &["naval"],
        speaks: Speaks::ANY,
    }
}
