//! The words of orders, in both languages.

crate::words! {
    pub(super)
    // Decisions.
    RESERVES: ["reserves"], ["réserves"];
    BID: ["bid"], ["enchère", "mise"];
    LURK: ["lurk", "submarine"], ["embusque", "sous-marin"];
    AMBUSH: ["ambush"], ["embuscade"];
    ORDERS: ["orders"], ["ordres"];
    INTERCEPT: ["intercept"], ["intercepte", "intercepter"];
    WITHDRAW: ["withdraw"], ["retraite", "repli"];
    REROLL: ["reroll", "re-roll"], ["relance", "relancer"];
    LOSSES: ["losses"], ["pertes"];
    PLAY: ["play"], ["joue", "jouer"];
    // Lines of the sheet, and their parts.
    MOVE: ["move", "mv"], ["déplace", "déplacer", "bouge"];
    RAID: ["raid"], ["razzia"];
    TO: ["to"], ["vers"];
    FUEL: ["fuel"], ["carburant", "mazout"];
    // Conditions.
    INITIATIVE: ["initiative"], ["initiative"];
    ENEMY: ["enemy"], ["ennemi"];
    SUNK: ["sunk"], ["coulé"];
    TURN: ["turn"], ["tour"];
    // Rulings.
    PLACE: ["place"], ["place"];
    STEPS: ["steps"], ["pas"];
    ADVANTAGE: ["advantage"], ["avantage"];
    SHIP: ["ship"], ["navire"];
    SIDE: ["side"], ["camp"];
    AT: ["at"], ["a"];
}
