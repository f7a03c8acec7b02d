//! Fetching: what waits in the mailboxes is kept, durably, and sorted, an armful at a time.

use super::{Fetched, Round, Source, place, via, via_mark};
use crate::mail::bag::{Bagged, Incoming};
use crate::mail::intake::{self, IntakeError, Listed, Mailbox, Place};
use crate::mail::sort::Sorter;
use crate::store::error::Kept;

/// So many bytes of mail are held at once.
const ARMFUL: u64 = 4 * 1024 * 1024;
/// So many mails.
const MOST: usize = 200;

impl Round<'_, '_> {
    /// Fetches all there is.
    pub(super) fn fetch(&mut self, source: Source<'_>) -> Kept {
        match source {
            Source::One(bytes, size) => {
                let via = format!("standard input {}", crate::engine::dice::sha256_hex(&bytes));
                let mail = Incoming {
                    via,
                    bytes,
                    whole: size,
                };
                let mail = [mail];
                let kept = self
                    .office
                    .bag
                    .put(&self.office.disk, &mail, self.office.now)?;
                let mails = kept
                    .into_iter()
                    .map(|bagged| (bagged, mail[0].bytes.as_slice()));
                self.sort(mails.collect(), false)
            }
            Source::Mailboxes(mailboxes) => {
                for config in mailboxes {
                    let number = self.open.len();
                    // One mailbox that fails must not stop the others.
                    match intake::open(config) {
                        Ok(mailbox) => self.open.push(Some(mailbox)),
                        Err(error) => {
                            self.open.push(None);
                            self.trouble(error);
                            continue;
                        }
                    }
                    self.empty(number)?;
                }
                Ok(())
            }
        }
    }

    /// Takes what waits in a mailbox, an armful at a time.
    fn empty(&mut self, number: usize) -> Kept {
        let Some(mut mailbox) = self.open[number].take() else {
            return Ok(());
        };
        let done = self.take_all(number, &mut *mailbox);
        match done {
            Ok(Ok(())) => self.open[number] = Some(mailbox),
            // The connection is gone; what was kept is worked on all the same.
            Ok(Err(error)) => self.trouble(error),
            Err(error) => return Err(error),
        }
        Ok(())
    }

    fn take_all(
        &mut self,
        number: usize,
        mailbox: &mut dyn Mailbox,
    ) -> Kept<Result<(), IntakeError>> {
        let listed = match mailbox.list(self.office.config.most) {
            Ok(listed) => listed,
            Err(error) => return Ok(Err(error)),
        };
        let name = mailbox.name().to_owned();
        let mut armful: Vec<Listed> = Vec::new();
        let mut weight = 0;
        for one in listed {
            let via = via(&name, &one.key);
            if let Some(id) = self.recovered.get(&via) {
                // An earlier poll kept it and this one works on it.
                self.fetched.insert(
                    id.clone(),
                    Fetched {
                        mailbox: number,
                        key: one.key,
                    },
                );
                continue;
            }
            if self.office.ledger.knows(via_mark(&via))? {
                let verdict = self.office.ledger.verdict_of(&via)?;
                let place = verdict.map_or(Place::Processed, place);
                self.away.push((number, one.key, place));
                continue;
            }
            if one.size > self.office.config.largest {
                let head = match mailbox.head(&one.key) {
                    Ok(head) => head,
                    Err(error) => return Ok(Err(error)),
                };
                self.keep(number, &name, vec![(one.key, head, one.size)])?;
                continue;
            }
            weight += one.size;
            armful.push(one);
            if weight > ARMFUL || armful.len() >= MOST {
                if let Err(error) = self.carry(number, &name, mailbox, &mut armful)? {
                    return Ok(Err(error));
                }
                weight = 0;
            }
        }
        self.carry(number, &name, mailbox, &mut armful)
    }

    fn carry(
        &mut self,
        number: usize,
        name: &str,
        mailbox: &mut dyn Mailbox,
        armful: &mut Vec<Listed>,
    ) -> Kept<Result<(), IntakeError>> {
        if armful.is_empty() {
            return Ok(Ok(()));
        }
        let keys: Vec<String> = armful.drain(..).map(|one| one.key).collect();
        let fetched = match mailbox.fetch(&keys) {
            Ok(fetched) => fetched,
            Err(error) => return Ok(Err(error)),
        };
        let mails = fetched
            .into_iter()
            .map(|(key, bytes)| {
                let size = bytes.len() as u64;
                (key, bytes, size)
            })
            .collect();
        self.keep(number, name, mails)?;
        Ok(Ok(()))
    }

    /// Keeps mails, durably, and sorts them. The last of each is how big it really is.
    fn keep(&mut self, number: usize, name: &str, mails: Vec<(String, Vec<u8>, u64)>) -> Kept {
        let mut raw = Vec::with_capacity(mails.len());
        let mut keys = Vec::with_capacity(mails.len());
        for (key, bytes, whole) in mails {
            raw.push(Incoming {
                via: via(name, &key),
                bytes,
                whole,
            });
            keys.push(key);
        }
        let kept = self
            .office
            .bag
            .put(&self.office.disk, &raw, self.office.now)?;
        let mut mails = Vec::with_capacity(raw.len());
        for ((bagged, mail), key) in kept.into_iter().zip(&raw).zip(keys) {
            self.fetched.insert(
                bagged.id.clone(),
                Fetched {
                    mailbox: number,
                    key,
                },
            );
            mails.push((bagged, mail.bytes.as_slice()));
        }
        self.sort(mails, false)
    }

    /// Sorts mails.
    pub(super) fn sort(&mut self, mails: Vec<(Bagged, &[u8])>, recovering: bool) -> Kept {
        let mut sorter = Sorter::new(self.office);
        sorter.recovering = recovering;
        for (bagged, bytes) in mails {
            let mail = sorter.sort(bagged, bytes)?;
            self.mails.push(mail);
        }
        let troubles = std::mem::take(&mut sorter.troubles);
        self.summary.troubles.extend(troubles);
        Ok(())
    }
}
