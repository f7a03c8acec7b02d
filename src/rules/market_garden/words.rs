//! The words of the game's orders, in both languages.

use crate::orders::Word;

macro_rules! words {
    ($($name:ident [$($en:literal),+] [$($fr:literal),+];)*) => {
        $(pub(super) static $name: Word = Word { en: &[$($en),+], fr: &[$($fr),+] };)*
    };
}

words! {
    // What is asked.
    ORDERS ["orders", "impulse"] ["ordres", "impulsion"];
    REFIT_KIND ["refit-phase"] ["phase-remise-en-etat"];
    REGROUP_KIND ["regroup-phase"] ["phase-regroupement"];
    FORWARD ["forward"] ["avant"];
    REROLL ["reroll", "re-roll"] ["relance", "relancer"];
    LOSSES ["losses"] ["pertes"];
    REFUGE ["refuge"] ["refuge"];
    WITHDRAW ["withdraw"] ["repli"];
    ATTRITION ["attrition"] ["attrition"];
    MISTAKEN ["mistaken"] ["meprise"];
    SHIFT ["shift"] ["decale", "decaler"];
    BLOW ["blow-up"] ["fais-sauter"];
    SPACES ["spaces"] ["cases"];
    BID ["bid"] ["pari"];
    TARGETS ["targets"] ["cibles"];

    // Lines of an impulse.
    ACTIVATE ["activate", "active"] ["active-zone", "activer"];
    REPAIR ["repair"] ["repare", "reparer"];
    MOVE ["move", "mv"] ["deplace", "deplacer", "bouge"];
    BOAT ["boat", "boats"] ["bateau", "bateaux"];
    SEIZE ["seize"] ["prends", "prendre", "saisir"];
    ASSAULT ["assault", "attack"] ["assaut", "attaque"];
    DEMOLISH ["demolish", "blow"] ["detruis", "detruire", "demolir"];
    INFILTRATE ["infiltrate"] ["infiltre", "infiltrer"];
    BOMBARD ["bombard"] ["bombarde", "bombarder"];
    BARRAGE ["barrage"] ["tir-de-barrage"];
    STRIKE ["strike", "air-strike"] ["frappe", "frappe-aerienne"];
    INTERDICT ["interdict"] ["interdis", "interdire"];
    LAND ["land"] ["atterris", "atterrir"];
    DROP ["drop"] ["largue", "larguer"];
    PASS ["pass"] ["forfait", "passe"];
    STOP ["stop"] ["arrete", "stoppe"];
    HOLD ["hold"] ["attends", "attendre"];

    // Parts of lines.
    BY ["by"] ["par"];
    WITH ["with"] ["avec"];
    POINT ["point"] ["pointe"];
    GUNS ["guns"] ["canons", "artillerie"];
    LEAD ["lead"] ["tete"];
    TARGET ["target"] ["cible"];
    POINTS ["points"] ["points"];
    RETREAT ["retreat"] ["retraite"];
    FROM ["from"] ["depuis"];

    // Lines of refit and regroup.
    DEPOT ["depot"] ["depot"];
    REFIT ["refit"] ["remets", "remettre", "refaire"];
    EVENING ["rebuild"] ["reconstruis", "reconstruire"];
    BUY ["buy"] ["achete", "acheter"];
    BOOST ["boost"] ["renforce", "renforcer"];
    REORGANISE ["reorganise", "reorganize"] ["reorganise-avec", "reorganiser"];
    REGROUP ["regroup"] ["regroupe", "regrouper"];

    // Depots.
    CORPS_DEPOT ["corps"] ["corps"];
    OSS_DEPOT ["oss-depot"] ["depot-oss"];
    RED_DEVILS ["1st-airborne", "red-devils"] ["1re-aeroportee"];
    ALL_AMERICAN ["82nd-airborne", "all-american"] ["82e-aeroportee"];
    SCREAMING_EAGLES ["101st-airborne", "screaming-eagles"] ["101e-aeroportee"];
    AIR_SUPPLY ["air-supply", "air"] ["ravitaillement-aerien"];
    GERMAN_DEPOT ["german-depot"] ["depot-allemand"];

    // What may be asked behind `if`.
    WON ["won"] ["gagne"];
    DREW ["drew"] ["nul"];
    LOST ["lost"] ["perdu"];
    OVERRAN ["overrun", "overran"] ["deborde"];
    EMPTIED ["emptied", "empty"] ["vide"];
    SEIZED ["seized"] ["pris"];
    REPAIRED ["repaired"] ["reparé"];
    DEMOLISHED ["demolished", "destroyed"] ["detruit"];
    HELD ["held"] ["tenu"];
    INFILTRATED ["infiltrated"] ["infiltré"];
    FRESH ["fresh"] ["fraiche", "frais"];
    ENEMY ["enemy"] ["ennemi"];
    CONTESTED ["contested"] ["contestee"];
    FREE ["free"] ["libre"];
    CLEAR ["clear"] ["clair"];
    OVERCAST ["overcast"] ["couvert"];
    ADVANTAGE ["advantage"] ["avantage"];
    DUSK ["dusk"] ["crepuscule"];
    ATTACKING ["attacking"] ["attaquant"];
    MARGIN ["margin"] ["marge"];
    DATE ["date"] ["jour"];

    // What the referee may set.
    PLACE ["place"] ["place"];
    AT ["at"] ["a"];
    STATE ["state"] ["etat-unite"];
    LEVEL ["level"] ["niveau"];
    SPENT ["spent"] ["utilisee"];
    D1 ["d1"] ["desorganisee-1"];
    D2 ["d2"] ["desorganisee-2"];
    REMOVE ["remove"] ["enleve"];
    TO ["to"] ["vers"];
    UK ["uk-box"] ["royaume-uni"];
    LATER ["later"] ["plus-tard"];
    OUT ["out"] ["hors-jeu"];
    CONTROL ["control"] ["controle"];
    AIRBORNE ["airborne"] ["aeroporte"];
    CROSSING ["crossing"] ["passage"];
    STANDS ["stands", "intact"] ["intact"];
    DESTROYED ["broken"] ["casse"];
    WORKS ["construction"] ["chantier"];
    NUMBER ["number"] ["nombre"];
    IMPULSE_NUMBER ["impulse-number"] ["numero-impulsion"];
    DRM ["drm"] ["drm"];
    GERMAN_RESERVE ["german-reserve"] ["reserve-allemande"];
    ALLIED_RESERVE ["allied-reserve"] ["reserve-alliee"];
    GERMAN_MARKERS ["german-markers"] ["marqueurs-allemands"];
    ALLIED_MARKERS ["allied-markers"] ["marqueurs-allies"];
    BONUS ["bonus"] ["bonus"];
    WEATHER ["weather"] ["temps"];
    WEATHER_AT_DAWN ["dawn-weather"] ["temps-aube"];
    INTERDICTION ["interdiction"] ["interdiction"];
    MARKER ["marker"] ["marqueur"];
    USED ["used"] ["utilise"];
    READY ["ready"] ["pret"];
    EMPTY ["clear-map"] ["vide-carte"];
    BRITISH ["british"] ["britanniques"];
    AMERICANS ["americans"] ["américains"];
    UNIT ["unit"] ["unite"];
    SIDE ["side"] ["camp"];
}
