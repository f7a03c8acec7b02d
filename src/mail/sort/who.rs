//! Who wrote a mail: by the code of the mail it answers, by a link, by the sender's server; or an address that joins.

use super::{MOST_ASKED, Refusal, Sorted, Sorter, Step};
use crate::engine::game::Game;
use crate::mail::auth::{Finding, finding};
use crate::mail::desk::{Found, Trust};
use crate::mail::envelope::Head;
use crate::mail::ledger::Verdict;
use crate::mail::office::Office;
use crate::mail::text::Part;
use crate::mail::{code, wishes};
use crate::store::error::Kept;
use crate::store::keeper::Keeper;
use crate::with_game;

impl Sorter<'_, '_> {
    /// Who wrote it, and to which game?
    pub(super) fn who(&mut self, mail: &Part<'_>, head: &Head, text: &str) -> Kept<Step<Sorted>> {
        if head.from.is_empty() {
            return Ok(Err(Refusal::new(
                Verdict::Stranger,
                "it has no sender, or several",
            )));
        }
        if wishes::joins(text)
            && let Some(sorted) = self.joining(head, text)?
        {
            return Ok(sorted);
        }
        let by_code = self.by_code(mail, head);
        if let Some(Ok(sorted)) = by_code {
            return Ok(Ok(sorted));
        }
        let registered = self.registered(&head.from)?;
        if let Some(sorted) = self.by_link(head, text, &registered) {
            return Ok(Ok(sorted));
        }
        if let Some(sorted) = self.by_server(mail, head, &registered) {
            return Ok(sorted);
        }
        if !registered.is_empty() && wishes::only_asks(text) {
            let mut seats = of_named(&registered, &self.named(head));
            seats.truncate(MOST_ASKED);
            return Ok(Ok(Sorted::Questions { seats }));
        }
        let named = self.named(head);
        let about = named.first().cloned().unwrap_or_default();
        let concerned = of_named(&registered, &named);
        let tell = |refusal: Refusal| {
            concerned
                .iter()
                .fold(refusal, |refusal, (game, seat)| refusal.tell(game, seat))
        };
        if let Some(Err(refusal)) = by_code {
            // A code that nobody knows may be a true one that was mangled on the way.
            let mangled = refusal.verdict == Verdict::WrongCode && refusal.tell.is_empty();
            return Ok(Err(if mangled { tell(refusal) } else { refusal }));
        }
        Ok(Err(match registered.as_slice() {
            [] => Refusal::new(Verdict::Stranger, "nobody plays from this address").about(about),
            _ => tell(Refusal::new(
                Verdict::NoCode,
                "the address is registered, but the mail answers none of ours",
            )),
        }))
    }

    /// By the code of the mail it answers.
    fn by_code(&mut self, mail: &Part<'_>, head: &Head) -> Option<Step<Sorted>> {
        let secret = self.office.secret.clone();
        let authserv = self.office.config.authserv.clone();
        let mut refusal: Option<Refusal> = None;
        for token in &head.tokens {
            let game = &token.game;
            let Some((desk, house)) = self.desk(game) else {
                refusal.get_or_insert(
                    Refusal::new(
                        Verdict::WrongCode,
                        format!("no game {game} is played by mail here"),
                    )
                    .about(game.clone()),
                );
                continue;
            };
            let address = |seat: &str| {
                desk.player(seat)
                    .map(|player| player.address.clone())
                    .unwrap_or_default()
            };
            let found = match desk.find(&secret, &token.code) {
                Found::Good(seat, number) if address(&seat) == head.from => {
                    let proof = format!("code {number}");
                    if house.trust == Trust::Both
                        && let Finding::Not(why) = finding(mail, &authserv, &head.from)
                    {
                        Refusal::new(Verdict::NotAuthentic, why).tell(game, &seat)
                    } else {
                        return Some(Ok(Sorted::Letter {
                            game: game.clone(),
                            seat,
                            code: Some(number),
                            proof,
                        }));
                    }
                }
                Found::Good(seat, _) => {
                    let why = format!(
                        "the code of {seat}, from an address that is not registered for that seat"
                    );
                    Refusal::new(Verdict::OtherAddress, why).tell(game, &seat)
                }
                Found::Used(seat) => {
                    let refused = Refusal::new(
                        Verdict::UsedCode,
                        format!("a code of {seat} that was used before"),
                    );
                    refused.tell(game, &seat)
                }
                Found::Old(seat) => {
                    let refused = Refusal::new(
                        Verdict::OldCode,
                        format!("a code of {seat} for an earlier decision"),
                    );
                    refused.tell(game, &seat)
                }
                Found::Wrong => {
                    let refused = Refusal::new(Verdict::WrongCode, format!("no code of {game}"));
                    let own = desk.players.iter().filter(|one| one.address == head.from);
                    own.fold(refused.about(game.clone()), |refused, player| {
                        refused.tell(game, &player.seat)
                    })
                }
            };
            // What says most about it is kept.
            let better = refusal
                .as_ref()
                .is_none_or(|old| old.verdict == Verdict::WrongCode);
            if better {
                refusal = Some(found);
            }
        }
        refusal.map(Err)
    }

    /// By a link that opens the player's seal.
    fn by_link(
        &mut self,
        head: &Head,
        text: &str,
        registered: &[(String, String)],
    ) -> Option<Sorted> {
        let link = wishes::link(text)?;
        let mut games: Vec<String> = head.tokens.iter().map(|token| token.game.clone()).collect();
        games.extend(bracketed(&head.subject));
        games.extend(registered.iter().map(|(game, _)| game.clone()));
        games.sort_unstable();
        games.dedup();
        for game in games.into_iter().take(8) {
            if self.desk(&game).is_none() {
                continue;
            }
            let Some(folder) = self.office.game(&game) else {
                continue;
            };
            let seat = crate::store::module::module_of(&folder)
                .ok()
                .and_then(|id| with_game!(id, G => sealed_seat::<G>(self.office, &folder, &link)));
            if let Some(seat) = seat {
                return Some(Sorted::Letter {
                    game,
                    seat,
                    code: None,
                    proof: "link".to_owned(),
                });
            }
        }
        None
    }

    /// By the sender's own server, where the game is content with that.
    fn by_server(
        &mut self,
        mail: &Part<'_>,
        head: &Head,
        registered: &[(String, String)],
    ) -> Option<Step<Sorted>> {
        let authserv = self.office.config.authserv.clone();
        let mut refusal = None;
        for (game, seat) in registered {
            let named =
                registered.len() == 1 || head.subject.to_lowercase().contains(game.as_str());
            if !named
                || self
                    .desk(game)
                    .is_none_or(|(_, house)| house.trust != Trust::Server)
            {
                continue;
            }
            match finding(mail, &authserv, &head.from) {
                Finding::Aligned(proof) => {
                    return Some(Ok(Sorted::Letter {
                        game: game.clone(),
                        seat: seat.clone(),
                        code: None,
                        proof,
                    }));
                }
                Finding::Not(why) => {
                    refusal = Some(Err(
                        Refusal::new(Verdict::NotAuthentic, why).tell(game, seat)
                    ));
                }
            }
        }
        refusal
    }

    /// An address that was invited, and says so with the code it was given.
    fn joining(&mut self, head: &Head, text: &str) -> Kept<Option<Step<Sorted>>> {
        let mut codes: Vec<String> = wishes::join_code(text).into_iter().collect();
        codes.extend(head.tokens.iter().map(|token| token.code.clone()));
        let secret = self.office.secret.clone();
        let seats = self.office.seats_of(&head.from)?;
        let mut invited = None;
        for (game, seat) in seats {
            let Some((desk, _)) = self.desk(&game) else {
                continue;
            };
            if desk
                .player(&seat)
                .is_none_or(|player| player.invited != head.from)
            {
                continue;
            }
            invited.get_or_insert((game.clone(), seat.clone()));
            let wanted = desk.join_code(&secret, &seat).unwrap_or_default();
            if codes.iter().any(|code| code::same(code, &wanted)) {
                return Ok(Some(Ok(Sorted::Join { game, seat })));
            }
        }
        // A player who has joined and says so again writes a letter like any other.
        Ok(invited.map(|(game, seat)| {
            let refused = Refusal::new(
                Verdict::WrongCode,
                "joins with a code that is not that of the invitation",
            );
            Err(refused.tell(&game, &seat))
        }))
    }
}

/// Of the seats of an address those in the games that are named; all of them if none is.
fn of_named(registered: &[(String, String)], named: &[String]) -> Vec<(String, String)> {
    let meant = registered.iter().filter(|(game, _)| named.contains(game));
    let meant: Vec<_> = meant.cloned().collect();
    if meant.is_empty() {
        registered.to_vec()
    } else {
        meant
    }
}

/// The seat whose seal a link opens.
fn sealed_seat<G: Game>(
    office: &Office<'_>,
    folder: &std::path::Path,
    link: &str,
) -> Option<String> {
    let keeper = Keeper::<G>::open(folder, office.disk.clone()).ok()?;
    let opens = |seal: &str| crate::engine::dice::opens(link, seal);
    keeper
        .now
        .seats
        .iter()
        .find(|seat| seat.is_sealed() && opens(&seat.seal))
        .map(|seat| seat.name.clone())
}

/// The word in brackets that may be a game: `[first] orders`.
fn bracketed(subject: &str) -> Vec<String> {
    let subject = subject.to_lowercase();
    let inside = subject
        .split('[')
        .skip(1)
        .filter_map(|rest| rest.split(']').next());
    inside
        .filter_map(|inside| inside.split_whitespace().next())
        .filter(|word| code::is_name(word))
        .map(str::to_owned)
        .collect()
}
