//! The words of orders, in both languages.

use super::orders::{
    AirLine, DeployLine, Heading, MoveLine, NavalLine, OffensiveLine, Sally, SupplyLine, Turns,
    Withdrawal,
};
use crate::engine::decision::{Kind, Speaks};
use crate::orders::word::{NO, YES};
use crate::orders::{Answer as _, Element, Lines as _, Word};

crate::words! {
    pub(super)
    // Decisions.
    DEPLOY: ["deploy"], ["déploie", "déploiement"];
    OFFENSIVES: ["offensives", "buy"], ["offensives", "achète"];
    INITIATIVE: ["initiative"], ["initiative"];
    AIR: ["air"], ["air", "aérien"];
    NAVAL: ["naval"], ["naval"];
    OFFENSIVE: ["offensive"], ["offensive"];
    MOVEMENT: ["movement"], ["mouvement"];
    FINAL: ["supply"], ["intendance"];
    INTERCEPT: ["intercept"], ["intercepte", "intercepter"];
    ENGAGE: ["engage"], ["engage", "engager"];
    SCRAMBLE: ["scramble"], ["décolle", "alerte"];
    DEFEND: ["defend"], ["défend", "défendre"];
    TARGET: ["target"], ["cible"];
    LOSSES: ["losses"], ["pertes"];
    BREAK: ["break-off", "break"], ["décroche", "rompt"];
    AGAIN: ["again"], ["encore"];
    COURSE: ["course"], ["cap"];
    EVADE: ["evade"], ["esquive", "évasion"];
    LETGO: ["let-go", "release"], ["laisse-partir", "laisse"];
    ESCAPE: ["escape"], ["échappe", "fuite"];
    FIGHT: ["fight"], ["livre-combat", "combats"];
    COMBAT: ["combat"], ["combat"];
    LEAVE: ["leave"], ["quitte", "sort"];
    WITHDRAW: ["withdraw"], ["retraite", "repli"];
    ABANDON: ["abandon"], ["abandonne"];
    OCCUPY: ["occupy"], ["occupe"];
    INSPIRE: ["inspire"], ["inspire", "mène"];
    FLAG: ["flag"], ["pavillon"];
    FLEE: ["flee"], ["fuit"];
    CARGO: ["cargo"], ["cargaison"];
    AGREE: ["agree"], ["accepte", "accord"];
    SCRAP: ["scrap"], ["sacrifie"];
    HOMING: ["homing"], ["rentrée"];
    // Lines of sheets.
    STRIKE: ["strike"], ["frappe"];
    FLY: ["fly", "transfer"], ["vole", "transfère"];
    SAIL: ["sail"], ["navigue", "appareille"];
    RAID: ["raid", "chase"], ["chasse", "attaque-mer"];
    ATTACK: ["attack"], ["attaque", "attaquer"];
    DOUBLE: ["double"], ["double"];
    DROP: ["drop"], ["parachute", "largue"];
    MARCH: ["march"], ["marche"];
    MOVE: ["move", "mv"], ["déplace", "bouge"];
    RAIL: ["rail", "train"], ["rail", "train"];
    LAND: ["land"], ["débarque"];
    PASS: ["pass"], ["passe"];
    PLACE: ["place"], ["place", "placer"];
    LAKEBASE: ["lakebase", "lake"], ["lac"];
    BUILD: ["build"], ["construit", "construire"];
    REPAIR: ["repair"], ["répare", "réparer"];
    SCREEN: ["screen"], ["écran"];
    // Parts of lines.
    TO: ["to", "at"], ["vers", "sur"];
    AT: ["at"], ["à"];
    WITH: ["with"], ["avec"];
    BY: ["by"], ["par"];
    HOME: ["home"], ["retour"];
    FROM: ["from"], ["depuis"];
    HOLD: ["hold"], ["tient", "tiennent"];
    ESCORT: ["escort"], ["escorte"];
    VIA: ["over"], ["survolant"];
    BACK: ["back"], ["rentrant"];
    CARRY: ["carry"], ["transporte", "emporte"];
    LOAD: ["load", "embark"], ["charge", "embarque"];
    ON: ["on"], ["contre"];
    SECOND: ["also"], ["aussi"];
    THERE: ["using"], ["là-bas", "employant"];
    REAR: ["rearguard", "rear"], ["arrière-garde"];
    // Answers.
    SHIPS: ["ships"], ["navires"];
    AIRCRAFT: ["aircraft", "planes"], ["avions"];
    FIRST: ["first"], ["premier"];
    LAST: ["second", "last"], ["second", "dernier"];
    KEEP_ON: ["continue", "go-on"], ["continue", "continuer"];
    STAY: ["stay", "stop"], ["reste", "arrêt"];
    FULL: ["full"], ["plein"];
    REDUCED: ["reduced"], ["réduit"];
    FRESH: ["fresh"], ["dispos"];
    USED: ["used"], ["utilisé"];
    POOL: ["pool"], ["réserve"];
    BOUGHT: ["bought"], ["acheté"];
    GONE: ["gone"], ["éliminé"];
    // Conditions and rulings.
    ENEMY: ["enemy"], ["ennemi"];
    EMPTY: ["empty"], ["vide"];
    HELD: ["held"], ["tenu"];
    LOST: ["lost"], ["perdu"];
    TURN: ["turn"], ["tour"];
    UNIT: ["unit"], ["unité"];
    ABOARD: ["aboard"], ["à-bord"];
    SHIP: ["ship"], ["navire"];
    FACE: ["side", "face"], ["face"];
    ACTIONS: ["actions"], ["actions"];
    CONTROL: ["control"], ["contrôle"];
    LEVEL: ["level"], ["niveau"];
    SPENT: ["spent"], ["dépensé"];
    NATION: ["nation"], ["nation"];
    CAPITALS: ["capitals"], ["capitaux"];
    STATUS: ["status"], ["état"];
}

/// What standing orders may answer besides names.
static YES_NO: [&Word; 2] = [&YES, &NO];

/// Phases in which missions are flown, ships meet or armies fight.
const FIGHTS: &[&str] = &["air", "naval", "combat", "movement"];

const fn kind(word: &'static Word, desk: &'static str, phases: &'static [&'static str]) -> Kind {
    Kind {
        word,
        rows: &[],
        answers: &YES_NO,
        reaction: false,
        desk,
        phases,
        speaks: Speaks::ANY,
    }
}

/// A kind that is answered with a sheet of lines.
const fn sheet(
    rows: &'static [&'static Word],
    answers: &'static [&'static Word],
    kind: Kind,
) -> Kind {
    Kind {
        rows,
        answers,
        ..kind
    }
}

const fn reaction(word: &'static Word, desk: &'static str) -> Kind {
    Kind {
        reaction: true,
        ..kind(word, desk, FIGHTS)
    }
}

/// A reaction that is answered with yes or no, and names nothing.
const fn judgement(word: &'static Word, desk: &'static str) -> Kind {
    Kind {
        speaks: Speaks {
            names: Some(&[]),
            ..Speaks::ANY
        },
        ..reaction(word, desk)
    }
}

macro_rules! kinds {
    ($($name:ident = $kind:expr;)*) => {
        $(pub(super) static $name: Kind = $kind;)*
        /// Every kind of decision.
        pub(super) static KINDS: &[&Kind] = &[$(&$name),*];
    };
}

kinds! {
    DEPLOY_KIND = sheet(DeployLine::WORDS, DeployLine::PARTS, kind(&DEPLOY, "staff", &["setup"]));
    OFFENSIVES_KIND = kind(&OFFENSIVES, "staff", &["offensive"]);
    INITIATIVE_KIND = Kind { answers: Turns::WORDS, ..kind(&INITIATIVE, "staff", &["offensive"]) };
    AIR_KIND = sheet(AirLine::WORDS, AirLine::PARTS, kind(&AIR, "air", &["air"]));
    NAVAL_KIND = sheet(NavalLine::WORDS, NavalLine::PARTS, kind(&NAVAL, "fleet", &["naval"]));
    OFFENSIVE_KIND = sheet(OffensiveLine::WORDS, OffensiveLine::PARTS, kind(&OFFENSIVE, "army", &["combat"]));
    MOVEMENT_KIND = sheet(MoveLine::WORDS, MoveLine::PARTS, kind(&MOVEMENT, "army", &["movement"]));
    FINAL_KIND = sheet(SupplyLine::WORDS, SupplyLine::PARTS, kind(&FINAL, "staff", &["placement"]));
    INTERCEPT_KIND = Kind { answers: Sally::WORDS, ..reaction(&INTERCEPT, "air") };
    ENGAGE_KIND = Kind { answers: Sally::WORDS, ..reaction(&ENGAGE, "fleet") };
    SCRAMBLE_KIND = reaction(&SCRAMBLE, "air");
    DEFEND_KIND = reaction(&DEFEND, "army");
    TARGET_KIND = reaction(&TARGET, "staff");
    LOSSES_KIND = reaction(&LOSSES, "staff");
    BREAK_KIND = reaction(&BREAK, "staff");
    AGAIN_KIND = judgement(&AGAIN, "air");
    COURSE_KIND = Kind { answers: <Heading as Element>::WORDS, ..reaction(&COURSE, "staff") };
    EVADE_KIND = judgement(&EVADE, "fleet");
    LETGO_KIND = judgement(&LETGO, "fleet");
    ESCAPE_KIND = reaction(&ESCAPE, "fleet");
    FIGHT_KIND = judgement(&FIGHT, "fleet");
    LEAVE_KIND = reaction(&LEAVE, "fleet");
    WITHDRAW_KIND = Kind { answers: Withdrawal::WORDS, ..reaction(&WITHDRAW, "army") };
    ABANDON_KIND = judgement(&ABANDON, "army");
    OCCUPY_KIND = reaction(&OCCUPY, "army");
    INSPIRE_KIND = reaction(&INSPIRE, "staff");
    FLAG_KIND = reaction(&FLAG, "fleet");
    FLEE_KIND = reaction(&FLEE, "army");
    CARGO_KIND = reaction(&CARGO, "fleet");
    AGREE_KIND = judgement(&AGREE, "staff");
    SCRAP_KIND = Kind { reaction: true, ..kind(&SCRAP, "fleet", &["final", "placement"]) };
    HOMING_KIND = reaction(&HOMING, "air");
}
