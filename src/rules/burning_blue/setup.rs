//! The first position of a scenario: nothing is up, nothing is known.

use super::data::Data;
use super::state::{AirPicture, Damage, Hidden, Open, Phase, State};
use crate::engine::hidden::Veiled;

/// The first position.
pub(super) fn first(data: &Data) -> State {
    let open = Open {
        turn: 0,
        phase: Phase::Weather,
        time: 0,
        wind: 0,
        weather: Vec::new(),
        haze: 0,
        picture: AirPicture::Good,
        response: 0,
        vp: 0,
        hf: super::command::HF,
        limit: 1,
        limit_shift: 0,
        scrambled: 0,
        sky: Vec::new(),
        fields: vec![Damage::default(); data.map.fields.len()],
        rdf_out: Vec::new(),
        barrages: Vec::new(),
        balloons_down: Vec::new(),
        balloon_losses: 0,
        group12_crossed: false,
        dogfights: Vec::new(),
        ended: false,
    };
    let nothing = Hidden::default();
    Veiled::new(open, nothing.clone(), [nothing.clone(), nothing])
}
