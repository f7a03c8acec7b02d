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
    OCCUPY: ["occupy"], ["occupe"];
    // Lines of sheets.
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
    ASSAULT_LEAD: ["spearhead"], ["pointe"];
    SUPPORT: ["support", "guns"], ["appui", "canons"];
    ENGINEERS: ["engineers"], ["génie"];
    FIRE: ["fire"], ["feu"];
}

const fn kind(
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

static YES_NO: [&Word; 2] = [&YES, &NO];

/// Every kind of decision.
pub(super) const KINDS: &[&Kind] = &[];
