//! The words of orders, in both languages, and the kinds of decision.

use crate::engine::decision::{Kind, Speaks};
use crate::orders::Word;

macro_rules! words {
    ($($name:ident: $en:expr, $fr:expr;)*) => {
        $(pub(super) static $name: Word = Word { en: &$en, fr: &$fr };)*
    };
}

words! {
    // Decisions.
    REINFORCE: ["reinforcement", "replacements"], ["renforts", "remplacements"];
    RAILWAY: ["railways", "conversion"], ["chemins-de-fer", "conversion"];
    RATIONS: ["rations", "supply"], ["rations", "ravitaillement"];
    MOVEMENT: ["movement"], ["mouvement"];
    MOTORISED: ["motorised", "motorized"], ["motorisé"];
    GO_ON: ["onward"], ["poursuite"];
    COMBAT: ["combat"], ["combat"];
    FLEET: ["fleet", "crossing"], ["flotte", "traversée"];
    REPLY: ["reply"], ["réplique"];
    TANKS: ["tanks"], ["chars"];
    ADVANCE: ["advance"], ["avance"];
    LIFT: ["flights", "airlift"], ["vols"];
    SABOTAGE: ["saboteurs"], ["saboteurs"];
    ANSWER: ["answers"], ["répond"];
    DEMOLISH: ["demolish"], ["démolit"];
    SEIZE: ["seize"], ["saisit"];
    SUDDEN: ["claim"], ["revendique"];
    EXILE: ["exile"], ["exil"];
    // Lines of sheets.
    MOVE: ["move", "mv"], ["déplace", "bouge"];
    RAIL: ["rail", "train"], ["rail", "train"];
    OVERRUN: ["overrun"], ["submerge", "percée"];
    ATTACK: ["attack"], ["attaque", "attaquer"];
    ASSAULT: ["assault"], ["assaut"];
    LAND: ["land", "ferry"], ["débarque", "transporte"];
    STAND: ["sail", "carry"], ["appareille", "croise"];
    CONVERT: ["convert"], ["convertit"];
    FEED: ["feed"], ["nourrit"];
    REBUILD: ["rebuild", "replace"], ["reconstitue", "remplace"];
    DETACH: ["detach"], ["détache"];
    REJOIN: ["rejoin"], ["rejoint"];
    DROP: ["drop"], ["parachute"];
    FLY: ["fly"], ["aérotransporte"];
    WRECK: ["wreck"], ["sabote"];
    AMBUSH: ["ambush"], ["embuscade"];
    // Parts of lines.
    WITH: ["with"], ["avec"];
    AND: ["also"], ["aussi"];
    BY: ["by"], ["par"];
    TO: ["to"], ["vers"];
    ON: ["on", "aboard"], ["sur", "à-bord"];
    FROM: ["from"], ["depuis"];
    ARMOUR: ["armour", "armor"], ["blindé"];
    GUNS: ["guns", "artillery"], ["canons", "artillerie"];
    HEXES: ["back", "retreat"], ["recul", "retraite"];
    LOSSES: ["losses"], ["pertes"];
    FIRST: ["first"], ["d'abord"];
    // Ships.
    PRAHM: ["prahm", "barges"], ["prahm", "péniches"];
    LC: ["lc", "craft"], ["lc", "engins"];
    AP: ["ap", "transports"], ["ap", "transports"];
    MB: ["mb", "motorboats"], ["mb", "vedettes"];
    // The naval game.
    INTERCEPT: ["intercept"], ["intercepte"];
    NAVAL: ["battle"], ["bataille"];
    STANCE: ["stance"], ["posture"];
    STAY: ["stay"], ["reste"];
    WITHDRAW: ["withdraw"], ["retire"];
    AIM: ["aim"], ["vise"];
    SCREEN: ["screen"], ["écran"];
    ESCORT: ["escort"], ["escorte"];
    DD: ["dd", "destroyers"], ["dd", "destroyers"];
    TB: ["tb", "torpedoboats"], ["tb", "torpilleurs"];
    MINES: ["mines"], ["mines"];
    UBOATS: ["u-boats", "uboats"], ["sous-marins"];
    // Installations.
    PORT: ["port", "harbour"], ["port"];
    AIRBASE: ["airbase", "airfield"], ["base", "aérodrome"];
    RADAR: ["radar"], ["radar"];
    // Conditions and rulings.
    ENEMY: ["enemy"], ["ennemi"];
    HELD: ["held"], ["tenu"];
    FREE: ["free"], ["libre"];
    TURN: ["turn"], ["tour"];
    PLACE: ["place"], ["place"];
    UNIT: ["unit"], ["unité"];
    AT: ["at"], ["à"];
    REMOVE: ["remove"], ["retire"];
    STATE: ["state"], ["état"];
    CONTROL: ["control"], ["contrôle"];
    EMPTY: ["empty"], ["vide"];
    PHASE: ["phase"], ["phase"];
    SIDE: ["side"], ["camp"];
    TRACK: ["track"], ["piste"];
    WEATHER: ["weather"], ["météo"];
    SHIP: ["ship"], ["navire"];
    DAMAGE: ["damage"], ["dégâts"];
    ABOARD: ["embark"], ["embarque"];
    HITS: ["hits"], ["touches"];
    FULL: ["full"], ["complète"];
    REDUCED: ["reduced"], ["réduite"];
    WEAK: ["weak"], ["faible"];
    HIT_1: ["hit-1"], ["touchée-1"];
    HIT_2: ["hit-2"], ["touchée-2"];
    OUT_1: ["out-1"], ["hors-1"];
    OUT_2: ["out-2"], ["hors-2"];
    FRESH: ["fresh"], ["dispos"];
    DROPPED: ["dropped"], ["parachutée"];
    OVP: ["ovp"], ["ovp"];
    NVP: ["nvp"], ["nvp"];
    LEGS: ["leg"], ["pied"];
    TANK_POINTS: ["tank"], ["char"];
    ARMOUR_POINTS: ["armoured"], ["blindés"];
    RAIL_STEPS: ["steps"], ["pas"];
    LANDED: ["landed"], ["débarqué"];
    ALARM: ["alarm"], ["alarme"];
    AUXILIARIES: ["auxiliaries"], ["auxiliaires"];
    BRANDENBURGERS: ["brandenburgers"], ["brandebourgeois"];
    RAILS: ["rails"], ["voie"];
    FAIR: ["fair"], ["clair"];
    CLOUDY: ["cloudy"], ["nuageux"];
    FOUL: ["foul"], ["mauvais"];
    STORMY: ["stormy"], ["tempête"];
    GERMANS: ["german"], ["allemand"];
    BRITONS: ["british"], ["britannique"];
    WEATHER_PHASE: ["initial"], ["initiale"];
    DETECTION: ["detection"], ["détection"];
    RETURN: ["return"], ["retour"];
    REPAIR: ["repair"], ["réparation"];
    FERRY: ["ferry-phase"], ["convoyage"];
    AIR: ["air"], ["air"];
    SUPPLY: ["supply-phase"], ["intendance"];
}

/// A kind of decision of the operations segment.
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
        phases: &["operations"],
        speaks: Speaks::ANY,
    }
}

/// A kind of decision of another segment.
pub(super) const fn kind_in(
    phases: &'static [&'static str],
    word: &'static Word,
    rows: &'static [&'static Word],
    answers: &'static [&'static Word],
    reaction: bool,
) -> Kind {
    Kind {
        phases,
        ..land_kind(word, rows, answers, reaction)
    }
}
