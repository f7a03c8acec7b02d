//! The files of all scenarios are read, and hold what the rulebook says of them.

// No player reads what stands here.
#[cfg(test)]
use super::*;
use crate::board::SpaceId;

fn data(number: usize) -> Data {
    let setup = Setup {
        scenario: SCENARIOS[number - 1].to_owned(),
        ..Setup::default()
    };
    load(&setup).expect("good files")
}

fn named<'d>(data: &'d Data, name: &str) -> &'d Unit {
    let found = data.units.iter().find(|unit| unit.name == name);
    found.unwrap_or_else(|| panic!("no unit {name}"))
}

#[test]
fn all_scenarios_are_read() {
    let squadrons = |data: &Data| {
        let of = |unit: &&Unit| unit.side == Side::Raf && unit.of.is_none();
        data.units.iter().filter(of).count()
    };
    let all = [1, 2, 3, 4, 5].map(data);
    assert_eq!(all.each_ref().map(squadrons), [25, 28, 30, 32, 30]);
    assert_eq!(
        all.each_ref().map(|data| data.chits.len()),
        [26, 34, 32, 26, 24]
    );
    for data in &all {
        assert_eq!(data.cards.len(), 55);
        assert_eq!(data.map.places.len(), 1570);
        for (n, unit) in data.units.iter().enumerate() {
            let of = |part: &UnitId| data.unit(*part).of.map(|whole| whole.index()) == Some(n);
            assert!(
                unit.parts.iter().chain(&unit.other_parts).all(of),
                "{}",
                unit.name
            );
            let same = data
                .units
                .iter()
                .filter(|other| other.id == unit.id)
                .count();
            assert_eq!(same, 1, "{}", unit.id);
            let home = unit.field.or(unit.forward);
            assert_eq!(home.is_none(), unit.bomber, "{}", unit.name);
        }
    }
}

#[test]
fn what_the_rulebook_says_of_units_stands_in_the_files() {
    let [first, fourth, fifth] = [1, 4, 5].map(data);
    // 6.6.1, 4.3.2: two counters of 56 Squadron; Debden under 12 Group in the first scenario.
    assert_eq!(named(&first, "56 Sqn").sector, Some(Zone::NorthWeald));
    assert_eq!(named(&fourth, "56 Sqn").sector, Some(Zone::MiddleWallop));
    assert_eq!(first.map.group_of(Zone::Debden), Some(12));
    assert_eq!(fourth.map.group_of(Zone::Debden), Some(11));
    // 4.2.1, 4.2.2: II JG27 at Cherbourg or Montreuil; I JG77 later; Italians in the fifth.
    let hunter = named(&first, "II JG27");
    let field = |n: Option<usize>| n.map(|n| first.map.fields[n].name.as_str());
    assert_eq!(
        [field(hunter.field), field(hunter.forward)],
        [Some("Cherbourg"), Some("Montreuil")]
    );
    let has = |data: &Data, name: &str| data.units.iter().any(|unit| unit.name == name);
    assert_eq!(
        ["I JG77", "I KG30", "11 Gruppo"].map(|name| has(&first, name)),
        [false; 3]
    );
    assert_eq!(
        ["I JG77", "I KG30", "11 Gruppo"].map(|name| has(&fourth, name)),
        [true, true, false]
    );
    assert!(has(&fifth, "11 Gruppo") && has(&fifth, "421 Flight") && !has(&fourth, "421 Flight"));
    // 13.4.3/a, 13.5.1, 3.3.2/a, 20.4.
    let size = |data: &Data, name: &str| {
        let unit = named(data, name);
        (unit.threshold, unit.max_disruption, unit.parts.len())
    };
    assert_eq!(size(&first, "74 Sqn"), (12, 1, 2));
    assert_eq!(size(&first, "74 A"), (6, 1, 0));
    assert_eq!(size(&first, "II JG26"), (24, 3, 3));
    assert_eq!(size(&first, "4/JG26"), (8, 1, 0));
    assert_eq!(size(&first, "II ZG76"), (8, 1, 0));
    assert_eq!(size(&fifth, "421 Flight"), (2, 1, 0));
    // 3.2.5
    let mixed = named(&first, "Erpro 210");
    let types = mixed.other_parts.iter().map(|part| first.unit(*part).craft);
    assert_eq!(
        types.collect::<Vec<_>>(),
        [Craft::Me110, Craft::Me110, Craft::Me109]
    );
}

#[test]
fn stations_see_what_lies_in_arc_and_range() {
    let data = data(2);
    let at = |id: &str| data.map.find(id).expect("a hex");
    let station = |id: &str| {
        let found = data.map.stations.iter().find(|station| station.id == id);
        found.expect("a station")
    };
    let sees = |id: &str, hex: &str| station(id).sees.contains(&at(hex));
    // Dover looks to the south-east over the strait; not back over Kent.
    assert!(sees("dover_ch", "1340") && sees("dover_ch", "0739") && !sees("dover_ch", "2028"));
    // Its own hex and those beside it are always in; nothing beyond the range is.
    assert!(sees("dover_ch", "1835") && sees("dover_ch", "1935"));
    let far = |station: &Station, hex: &SpaceId| {
        data.map.board.distance(station.at, *hex) > station.range
    };
    for station in &data.map.stations {
        assert!(
            !station.sees.iter().any(|hex| far(station, hex)),
            "{}",
            station.id
        );
        assert!(station.sees.len() > 20, "{}", station.id);
    }
    // 11.3.2: Bawdsey sees the North Sea and its coast alone.
    assert!(sees("bawdsey", "2842") && sees("bawdsey", "3237") && !sees("bawdsey", "1740"));
    // A line due south of Poling lies in the middle of its arc, one due west does not.
    assert!(sees("poling", "0120") && !sees("poling", "1310"));
    let [first, third] = [1, 3].map(self::data);
    let works = |data: &Data, id: &str| {
        data.map
            .stations
            .iter()
            .any(|one| one.id == id && one.works)
    };
    assert!(!works(&first, "truleigh") && works(&third, "truleigh") && !works(&third, "ventnor"));
}

#[test]
fn tables_hold_what_the_rulebook_prints() {
    let data = data(3);
    let tables = &data.tables;
    // 16.3.1: a bomber Gruppe at +4 scores 3; 17.1.2: 16 Angels cost three turns.
    assert_eq!(tables.score(Bomber::Level, true, 4), 6);
    assert_eq!(tables.climb_turns(16), 3);
    // 6.3.3: a 5 begins with Biggin Hill, Hornchurch, North Sea.
    assert_eq!(
        tables.weather[3][..3],
        [Zone::BigginHill, Zone::Hornchurch, Zone::NorthSea]
    );
    // 11.5: one card shows 2 C +2.
    let shown = Shown {
        needed: 2,
        letter: 2,
        error: 2,
    };
    assert!(data.cards.iter().any(|card| card.chain_home == shown));
    // 11.5.2: 100+ is three or four Gruppen.
    assert_eq!([3, 4].map(|size| tables.announced(0, size)), [100, 100]);
    let chart = &tables.interception;
    let max = chart.named("max").expect("a column");
    assert_eq!(chart.cell(6, max), Some(&Contact::Stragglers));
    assert_eq!(chart.cell(-3, 0), Some(&Contact::Miss));
    assert_eq!(tables.score(Bomber::Level, false, -9), 8);
    assert_eq!(tables.score(Bomber::Strafing, true, 99), 0);
}

#[test]
fn switches_are_set_by_name() {
    let mut on = Switches::default();
    assert!(on.hidden_shown_by_aa && !on.opt_accounting);
    on.set("hidden-shown-by-aa", "off").expect("a switch");
    on.set("patchy-range", "3").expect("a switch");
    assert!(!on.hidden_shown_by_aa && on.patchy_range == 3);
    let error = on.set("opt-surge", "perhaps").expect_err("no value");
    assert_eq!(
        error.to_string(),
        "switches: opt-surge = `perhaps`: on or off"
    );
    let error = on.set("surge", "on").expect_err("no switch");
    assert!(
        error
            .to_string()
            .starts_with("switches: no switch `surge`: there are hidden-")
    );
}

/// A wrong row of an owner's file is told with file, entry and what was expected.
#[test]
fn a_wrong_row_says_where_it_stands() {
    let wrong = |name: &str, from: &str, to: &str| {
        let file = FILES.iter().find(|file| file.name == name).expect("a file");
        assert!(file.text.contains(from), "{name} has no {from}");
        let mut files = Files::of_folder("mine");
        files.put(name, &file.text.replacen(from, to, 1));
        let setup = Setup {
            scenario: "scenario-3".to_owned(),
            files,
            ..Setup::default()
        };
        load(&setup)
            .err()
            .map_or(String::new(), |error| error.to_string())
    };
    let said = wrong("cards.toml", "ch = \"2 C +2\"", "ch = \"2 F +2\"");
    assert_eq!(
        said,
        "mine/cards.toml: line 15: `2 F +2`; expected detection, letter, error: `2 C +2`"
    );
    let said = wrong(
        "scenario-3.toml",
        "field = \"hornchurch\"",
        "field = \"hornchurhc\"",
    );
    assert_eq!(
        said,
        "mine/scenario-3.toml: unit 54: no airfield `hornchurhc`; did you mean `hornchurch`?"
    );
    let said = wrong("tables.toml", "up-sun = 1", "upsun = 1");
    assert_eq!(
        said,
        "mine/tables.toml: modifiers.interception: no `up-sun`; expected a number"
    );
    let said = wrong(
        "weather.toml",
        "fine = \"Fine\", bad = \"Patchy 10\"",
        "fine = \"Fine\", bad = \"Patchy 11\"",
    );
    assert_eq!(
        said,
        "mine/weather.toml: chit y1: `Patchy 11`; expected weather and Angels: `Broken 10-14`, `Fog 2`, `Rain`"
    );
    let said = wrong("ground.toml", "arc = [130, 140]", "arc = [130, 240]");
    assert_eq!(
        said,
        "mine/ground.toml: rdf dover_ch: arc = [130, 240]; expected a bearing of 0 to 359 and a width of 1 to 180"
    );
    let said = wrong("units.toml", "luftflotte = \"3/2\"", "luftflotte = \"4\"");
    assert_eq!(
        said,
        "mine/units.toml: unit i-jg2: no Luftflotte `4`; did you mean `2`?"
    );
}
