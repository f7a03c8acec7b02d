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
    REFIT_KIND ["refit-phase"] ["phase-remise-en-état"];
    REGROUP_KIND ["regroup-phase"] ["phase-regroupement"];
    FORWARD ["forward"] ["avant"];
    REROLL ["reroll", "re-roll"] ["relance", "relancer"];
    LOSSES ["losses"] ["pertes"];
    REFUGE ["refuge"] ["refuge"];
    WITHDRAW ["withdraw"] ["repli"];
    ATTRITION ["attrition"] ["attrition"];
    MISTAKEN ["mistaken"] ["méprise"];
    SHIFT ["shift"] ["décale", "décaler"];
    BLOW ["blow-up"] ["fais-sauter"];
    SPACES ["spaces"] ["cases"];
    BID ["bid"] ["pari"];
    TARGETS ["targets"] ["cibles"];

    // Lines of an impulse.
    ACTIVATE ["activate"] ["active", "activer", "active-zone"];
    REPAIR ["repair"] ["répare", "réparer"];
    MOVE ["move", "mv"] ["déplace", "déplacer", "bouge"];
    BOAT ["boat", "boats"] ["bateau", "bateaux"];
    SEIZE ["seize", "take"] ["prends", "prendre", "saisir", "saisis"];
    ASSAULT ["assault", "attack"] ["assaut", "attaque"];
    DEMOLISH ["demolish", "blow"] ["détruis", "détruire", "démolir"];
    INFILTRATE ["infiltrate"] ["infiltre", "infiltrer"];
    BOMBARD ["bombard"] ["bombarde", "bombarder"];
    BARRAGE ["barrage"] ["tir-de-barrage"];
    STRIKE ["strike", "air-strike"] ["frappe", "frappe-aérienne"];
    INTERDICT ["interdict"] ["interdis", "interdire"];
    LAND ["land"] ["atterris", "atterrir"];
    DROP ["drop"] ["largue", "larguer"];
    PASS ["pass"] ["forfait", "passe"];
    STOP ["stop"] ["arrête", "stoppe"];
    HOLD ["hold"] ["attends", "attendre"];

    // Parts of lines.
    BY ["by"] ["par"];
    WITH ["with", "w"] ["avec"];
    POINT ["point", "pt"] ["pointe"];
    GUNS ["guns", "artillery", "arty"] ["canons", "artillerie"];
    LEAD ["lead"] ["tête"];
    TARGET ["target"] ["cible"];
    POINTS ["points"] ["points"];
    RETREAT ["retreat"] ["retraite"];
    FROM ["from"] ["depuis"];

    // Lines of refit and regroup.
    DEPOT ["depot"] ["dépôt"];
    REFIT ["refit"] ["remets", "remettre", "refaire"];
    EVENING ["rebuild"] ["reconstruis", "reconstruire"];
    BUY ["buy"] ["achète", "acheter"];
    BOOST ["boost"] ["renforce", "renforcer"];
    REORGANISE ["reorganise", "reorganize"] ["réorganise-avec", "réorganiser"];
    REGROUP ["regroup"] ["regroupe", "regrouper"];

    // Depots.
    CORPS_DEPOT ["corps"] ["corps"];
    OSS_DEPOT ["oss-depot"] ["dépôt-oss"];
    RED_DEVILS ["1st-airborne", "red-devils"] ["1re-aéroportée"];
    ALL_AMERICAN ["82nd-airborne", "all-american"] ["82e-aéroportée"];
    SCREAMING_EAGLES ["101st-airborne", "screaming-eagles"] ["101e-aéroportée"];
    AIR_SUPPLY ["air-supply", "air"] ["ravitaillement-aérien"];
    GERMAN_DEPOT ["german-depot", "german"] ["dépôt-allemand", "allemand"];

    // What may be asked behind `if`.
    WON ["won"] ["gagné"];
    DREW ["drew"] ["nul"];
    LOST ["lost"] ["perdu"];
    OVERRAN ["overrun", "overran"] ["débordé"];
    EMPTIED ["emptied", "empty"] ["vidé"];
    SEIZED ["seized"] ["pris"];
    REPAIRED ["repaired"] ["réparé"];
    DEMOLISHED ["demolished", "destroyed"] ["détruit"];
    HELD ["held"] ["tenu"];
    INFILTRATED ["infiltrated"] ["infiltré"];
    FRESH ["fresh"] ["fraîche", "frais"];
    ENEMY ["enemy"] ["ennemi"];
    CONTESTED ["contested"] ["contestée"];
    FREE ["free"] ["libre"];
    CLEAR ["clear"] ["clair"];
    OVERCAST ["overcast"] ["couvert"];
    ADVANTAGE ["advantage"] ["avantage"];
    DUSK ["dusk"] ["crépuscule"];
    ATTACKING ["attacking"] ["attaquant"];
    MARGIN ["margin"] ["marge"];
    DATE ["date"] ["jour"];

    // What the referee may set.
    PLACE ["place"] ["place"];
    AT ["at"] ["a"];
    STATE ["state"] ["état-unité"];
    LEVEL ["level"] ["niveau"];
    SPENT ["spent"] ["utilisée"];
    D1 ["d1"] ["désorganisée-1"];
    D2 ["d2"] ["désorganisée-2"];
    REMOVE ["remove"] ["enlève"];
    TO ["to"] ["vers"];
    UK ["uk-box"] ["royaume-uni"];
    LATER ["later"] ["plus-tard"];
    OUT ["out"] ["hors-jeu"];
    CONTROL ["control"] ["contrôle"];
    AIRBORNE ["airborne"] ["aéroporté"];
    CROSSING ["crossing"] ["passage"];
    STANDS ["stands", "intact"] ["intact"];
    DESTROYED ["broken"] ["cassé"];
    WORKS ["construction"] ["chantier"];
    NUMBER ["number"] ["nombre"];
    IMPULSE_NUMBER ["impulse-number"] ["numéro-impulsion"];
    DRM ["drm"] ["drm"];
    GERMAN_RESERVE ["german-reserve"] ["réserve-allemande"];
    ALLIED_RESERVE ["allied-reserve"] ["réserve-alliée"];
    GERMAN_MARKERS ["german-markers"] ["marqueurs-allemands"];
    ALLIED_MARKERS ["allied-markers"] ["marqueurs-alliés"];
    BONUS ["bonus"] ["bonus"];
    WEATHER ["weather"] ["temps"];
    WEATHER_AT_DAWN ["dawn-weather"] ["temps-aube"];
    INTERDICTION ["interdiction"] ["interdiction"];
    MARKER ["marker"] ["marqueur"];
    USED ["used"] ["utilisé"];
    READY ["ready"] ["prêt"];
    EMPTY ["clear-map"] ["vide-carte"];
    GERMANS ["germans"] ["allemands"];
    BRITISH ["british"] ["britanniques"];
    AMERICANS ["americans"] ["américains"];
    UNIT ["unit"] ["unité"];
    SIDE ["side"] ["camp"];
}
