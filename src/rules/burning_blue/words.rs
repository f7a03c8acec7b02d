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
    PLAN: ["plan", "programme"], ["plan", "programme"];
    DUMMIES: ["dummies"], ["leurres"];
    DEPLOY: ["deployment", "deploy"], ["déploiement", "déploie"];
    SCRAMBLES: ["ground"], ["sol"];
    CONTROL: ["control"], ["contrôle"];
    RAIDS: ["raids"], ["raids"];
    TALLIES: ["tallies"], ["contacts"];
    // Lines of sheets.
    RAID: ["raid"], ["raid"];
    HUNT: ["hunt", "sweep"], ["chasse"];
    DUMMY: ["dummy"], ["leurre"];
    REMOVE: ["remove"], ["retire"];
    EARLY: ["early"], ["tôt"];
    LATE: ["late"], ["tard"];
    SCRAMBLE: ["scramble"], ["décolle", "décollage"];
    FLIGHTS: ["flights", "split"], ["escadrilles", "divise"];
    WING: ["wing"], ["escadre"];
    VECTOR: ["vector"], ["vecteur", "cap"];
    ORBIT: ["orbit"], ["orbite"];
    PATROL: ["patrol"], ["patrouille"];
    PANCAKE: ["pancake", "home"], ["retour", "rentre"];
    RUN: ["run"], ["avance"];
    TALLY: ["tally"], ["contact"];
    SPEED: ["speed"], ["vitesse"];
    LEAVE: ["leave"], ["quitte"];
    // Parts of lines.
    BOMBERS: ["bombers", "with"], ["bombardiers", "avec"];
    ESCORT: ["escort", "close"], ["escorte", "rapprochée"];
    COVER: ["cover", "top-cover"], ["couverture"];
    FORM: ["form"], ["formation", "forme"];
    ANGELS: ["angels"], ["angels", "altitude"];
    ABOVE: ["above"], ["dessus"];
    TURN: ["turn"], ["tour"];
    ROUTE: ["route", "via"], ["route", "par"];
    TARGET: ["target"], ["objectif", "cible"];
    BACK: ["back"], ["revient"];
    RECOVER: ["recover"], ["récupère"];
    DESCENT: ["descent"], ["descente"];
    HOW: ["how"], ["comment"];
    LEVEL: ["level"], ["palier"];
    DIVE: ["dive"], ["piqué"];
    LOW: ["low"], ["rase-mottes", "bas"];
    TO: ["to"], ["vers"];
    AT: ["at"], ["à"];
    THEN: ["then"], ["puis"];
    LINE: ["line"], ["ligne"];
    JOIN: ["join"], ["avec"];
    UNTIL: ["until"], ["jusqu'à"];
    TRACK: ["track", "tracks"], ["piste", "pistes"];
    FORM_UP: ["formups", "gatherings"], ["rassemblements"];
    NEAR: ["near"], ["près"];
    WITHIN: ["within"], ["moins"];
    ON: ["on"], ["sur"];
    SIZE: ["size"], ["taille"];
    // Fights.
    DECLINE: ["decline"], ["renonce"];
    DROP: ["drop"], ["abandonne"];
    AIM: ["attack"], ["attaque"];
    AGAIN: ["again"], ["encore"];
    HOME: ["break-off"], ["décroche"];
    HOME_LW: ["disengage"], ["dégage"];
    CLOSE: ["close-escort"], ["escorte-rapprochée"];
    CONFUSION: ["confusion"], ["confusion"];
    // Conditions and rulings.
    DETECTED: ["detected"], ["détecté"];
    POOR: ["poor"], ["mauvaise"];
    GOOD: ["good"], ["bonne"];
    DEGRADED: ["degraded"], ["dégradée"];
    PICTURE: ["picture"], ["représentation"];
    FIGHTER: ["fighter"], ["chasseur"];
    UNIT: ["unit"], ["unité"];
    EMPTY: ["empty"], ["vide"];
    READINESS: ["readiness"], ["état"];
    READY: ["ready"], ["prête"];
    AVAILABLE: ["available"], ["disponible"];
    FORMATION: ["intruder"], ["intrus"];
}

/// What standing orders may answer besides names.
static YES_NO: [&Word; 2] = [&YES, &NO];

/// A kind of decision.
pub(super) const fn kind(
    word: &'static Word,
    rows: &'static [&'static Word],
    answers: &'static [&'static Word],
    phases: &'static [&'static str],
) -> Kind {
    Kind {
        word,
        rows,
        answers: if answers.is_empty() { &YES_NO } else { answers },
        reaction: false,
        desk: "controller",
        phases,
        speaks: Speaks::ANY,
    }
}

/// A kind of decision in the middle of a fight: at the brisk pace standing orders and defaults answer it.
pub(super) const fn reaction(
    word: &'static Word,
    answers: &'static [&'static Word],
    phases: &'static [&'static str],
) -> Kind {
    Kind {
        reaction: true,
        ..kind(word, &[], answers, phases)
    }
}
