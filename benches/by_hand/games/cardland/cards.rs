//! Cards: what is printed on the cards of Cardland's four decks.

/// Features that a card may have; of a card each is a bit.
pub const FEATURES: [&str; 14] = [
    "Clockwork",
    "Dancer",
    "Guardian",
    "Healer",
    "Leader",
    "Magician",
    "Sailor",
    "Scholar",
    "Singer",
    "Spirit",
    "Stagehand",
    "Student",
    "Swordplay",
    "Twin",
];

pub const CLOCKWORK: u32 = 1 << 0;
pub const DANCER: u32 = 1 << 1;
pub const GUARDIAN: u32 = 1 << 2;
pub const HEALER: u32 = 1 << 3;
pub const LEADER: u32 = 1 << 4;
pub const MAGICIAN: u32 = 1 << 5;
pub const SAILOR: u32 = 1 << 6;
pub const SCHOLAR: u32 = 1 << 7;
pub const SINGER: u32 = 1 << 8;
pub const SPIRIT: u32 = 1 << 9;
pub const STAGEHAND: u32 = 1 << 10;
pub const STUDENT: u32 = 1 << 11;
pub const SWORDPLAY: u32 = 1 << 12;
pub const TWIN: u32 = 1 << 13;

/// Kinds of pip, in costs and as the colour of an extra.
pub const COLOURS: usize = 5;
const RED: usize = 0;
const BLUE: usize = 1;
const WHITE: usize = 2;
const BLACK: usize = 3;
/// Pips that any extra pays.
pub const PURPLE: usize = 4;

/// So many pips of each kind.
pub type Cost = [u8; COLOURS];

/// What a card is.
#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    Story,
    Character,
    Event,
}

/// What is printed on a card.
pub struct Def {
    pub kind: Kind,
    pub colour: usize,
    /// What it costs to play or to use it.
    pub cost: Cost,
    /// What it costs to recover it.
    pub back: Cost,
    pub prowess: i32,
    pub resilience: i32,
    pub features: u32,
    /// Of a story.
    pub modifier: i32,
}

const fn story(modifier: i32) -> Def {
    let none = [0; COLOURS];
    Def { kind: Kind::Story, colour: PURPLE, cost: none, back: none, prowess: 0, resilience: 0, features: 0, modifier }
}

const fn character(colour: usize, cost: Cost, back: Cost, [prowess, resilience]: [i32; 2], features: u32) -> Def {
    Def { kind: Kind::Character, colour, cost, back, prowess, resilience, features, modifier: 0 }
}

const fn event(colour: usize, cost: Cost) -> Def {
    Def { kind: Kind::Event, colour, cost, ..story(0) }
}

pub const A_QUIET_REHEARSAL: u8 = 0;
pub const A_SONG_FOR_THE_HARBOR: u8 = 1;
pub const ALL_THE_WORLDS_A_STAGE: u8 = 2;
pub const DUEL_ON_THE_QUAY: u8 = 3;
pub const LANTERN_ROOFTOP_DANCE: u8 = 4;
pub const LESSONS_BY_CANDLELIGHT: u8 = 5;
pub const THE_ABBEY_VIGIL: u8 = 6;
pub const THE_BELLRINGERS_PROMISE: u8 = 7;
pub const THE_CLOCK_STRIKES_NOON: u8 = 8;
pub const THE_GREAT_ESCAPE: u8 = 9;
pub const THE_LEADERS_SPEECH: u8 = 10;
pub const THE_MASKED_PROCESSION: u8 = 11;
pub const TWIN_MOONS_REUNION: u8 = 12;
pub const VESNAS_FIRST_SONG: u8 = 13;
pub const ABBESS_CORVANE: u8 = 14;
pub const BRAM_CINDERHAND: u8 = 15;
pub const BROTHER_ALMOND: u8 = 16;
pub const CAPTAIN_BRISK: u8 = 17;
pub const CARAVAN_ELDER: u8 = 18;
pub const CASSIA_LOCKE: u8 = 19;
pub const CLOCKMAKER_UDO: u8 = 20;
pub const CORIN_TWO_STEP: u8 = 21;
pub const CORLA_TWO_STEP: u8 = 22;
pub const DAME_AUBREY: u8 = 23;
pub const FERRYMAN_JULE: u8 = 24;
pub const GATE_WARDEN_MOSS: u8 = 25;
pub const ISOLDE_MARROW: u8 = 26;
pub const JONAS_FERROW: u8 = 27;
pub const JUGGLER_BIX: u8 = 28;
pub const LIGHTING_CHIEF_TOLL: u8 = 29;
pub const MADAME_ORCHID: u8 = 30;
pub const MARINA_LOCKE: u8 = 31;
pub const MASTER_HESTREL: u8 = 32;
pub const MOTH_USHER: u8 = 33;
pub const NELL_TIDEWRIGHT: u8 = 34;
pub const NOVICE_LINNET: u8 = 35;
pub const OLD_BELLRINGER: u8 = 36;
pub const ORLA_QUICKSTEP: u8 = 37;
pub const PIP_THE_CALL_BOY: u8 = 38;
pub const PROP_MISTRESS_YARROW: u8 = 39;
pub const PUPPET_NINE: u8 = 40;
pub const QUIET_PATRON: u8 = 41;
pub const SABLE_TRICKSTER: u8 = 42;
pub const SER_VANE_THE_UNSEEN: u8 = 43;
pub const SISTER_HALCYON: u8 = 44;
pub const SNOW_CANTOR: u8 = 45;
pub const STAGEHAND_ROOK: u8 = 46;
pub const TAMSIN_FLINT: u8 = 47;
pub const THE_RINGMASTER: u8 = 48;
pub const TRAVELLING_CRITIC: u8 = 49;
pub const TWIN_SHADE_ILO: u8 = 50;
pub const UNDERSTUDY_FENN: u8 = 51;
pub const VESNA_OF_THE_LANTERNS: u8 = 52;
pub const WREN_OF_THE_BELFRY: u8 = 53;
pub const ARCHIVE_SEARCH: u8 = 54;
pub const BLACKOUT: u8 = 55;
pub const BLAZING_FINALE: u8 = 56;
pub const CAREFUL_NOTES: u8 = 57;
pub const CHORUS_OF_SNOW: u8 = 58;
pub const COUNTER_CURSE: u8 = 59;
pub const GENTLE_REFUSAL: u8 = 60;
pub const HECKLERS_RETORT: u8 = 61;
pub const HOLD_THE_CURTAIN: u8 = 62;
pub const IMPROVISE: u8 = 63;
pub const MIDNIGHT_BARGAIN: u8 = 64;
pub const REHEARSAL_FIRE: u8 = 65;
pub const SANCTUARY: u8 = 66;
pub const SECOND_CALL: u8 = 67;
pub const SECOND_SPRING: u8 = 68;
pub const SPARKS_FLY: u8 = 69;
pub const STAGE_WHISPER: u8 = 70;
pub const STOLEN_SCENE: u8 = 71;
pub const TRAPDOOR: u8 = 72;
pub const UNDERTOW: u8 = 73;
pub const VOW_OF_SILENCE: u8 = 74;

/// What is printed, in the order of the constants.
pub const DEFS: [Def; 75] = [
    story(5),
    story(4),
    story(2),
    story(2),
    story(3),
    story(3),
    story(4),
    story(2),
    story(3),
    story(1),
    story(3),
    story(2),
    story(1),
    story(2),
    character(WHITE, [0, 0, 3, 0, 2], [0, 0, 2, 0, 1], [4, 6], HEALER | LEADER),
    character(RED, [2, 0, 0, 0, 0], [1, 0, 0, 0, 0], [3, 2], SWORDPLAY),
    character(WHITE, [0, 0, 1, 0, 1], [0, 0, 1, 0, 0], [2, 3], HEALER),
    character(BLUE, [0, 2, 0, 0, 1], [0, 1, 0, 0, 1], [4, 2], SWORDPLAY | SAILOR),
    character(PURPLE, [0, 0, 0, 0, 5], [0, 0, 0, 0, 3], [5, 5], SCHOLAR | LEADER),
    character(BLUE, [0, 1, 0, 0, 2], [0, 0, 0, 0, 2], [2, 4], SCHOLAR | TWIN),
    character(BLUE, [0, 2, 0, 0, 2], [0, 1, 0, 0, 1], [3, 4], CLOCKWORK | LEADER),
    character(RED, [1, 0, 0, 0, 2], [0, 0, 0, 0, 2], [3, 3], DANCER | TWIN),
    character(RED, [1, 0, 0, 0, 2], [0, 0, 0, 0, 2], [2, 4], SINGER | TWIN),
    character(WHITE, [0, 0, 2, 0, 1], [0, 0, 1, 0, 1], [3, 5], SWORDPLAY | GUARDIAN),
    character(BLACK, [0, 0, 0, 2, 0], [0, 0, 0, 1, 0], [3, 2], MAGICIAN),
    character(WHITE, [0, 0, 2, 0, 2], [0, 0, 1, 0, 1], [3, 6], GUARDIAN),
    character(BLUE, [0, 2, 0, 0, 0], [0, 1, 0, 0, 0], [2, 3], SCHOLAR | SINGER),
    character(BLUE, [0, 1, 0, 0, 1], [0, 1, 0, 0, 0], [2, 2], SCHOLAR),
    character(PURPLE, [0, 0, 0, 0, 3], [0, 0, 0, 0, 2], [3, 2], DANCER),
    character(PURPLE, [0, 0, 0, 0, 3], [0, 0, 0, 0, 2], [3, 3], STAGEHAND | LEADER),
    character(BLACK, [0, 0, 0, 2, 1], [0, 0, 0, 1, 1], [4, 2], SINGER | MAGICIAN),
    character(BLUE, [0, 1, 0, 0, 2], [0, 0, 0, 0, 2], [3, 3], SAILOR | TWIN),
    character(RED, [3, 0, 0, 0, 2], [2, 0, 0, 0, 1], [6, 5], SWORDPLAY | LEADER),
    character(BLACK, [0, 0, 0, 1, 0], [0, 0, 0, 0, 1], [2, 1], SPIRIT),
    character(BLUE, [0, 1, 0, 0, 0], [0, 0, 0, 0, 1], [1, 2], STUDENT | CLOCKWORK),
    character(WHITE, [0, 0, 1, 0, 0], [0, 0, 0, 0, 1], [1, 3], SINGER | STUDENT),
    character(BLUE, [0, 3, 0, 0, 2], [0, 2, 0, 0, 1], [5, 6], CLOCKWORK),
    character(RED, [1, 0, 0, 0, 1], [1, 0, 0, 0, 0], [2, 2], DANCER),
    character(RED, [1, 0, 0, 0, 0], [1, 0, 0, 0, 0], [1, 1], STUDENT),
    character(PURPLE, [0, 0, 0, 0, 2], [0, 0, 0, 0, 1], [2, 2], STAGEHAND),
    character(BLACK, [0, 0, 0, 1, 1], [0, 0, 0, 1, 0], [1, 1], CLOCKWORK | SPIRIT),
    character(PURPLE, [0, 0, 0, 0, 4], [0, 0, 0, 0, 2], [2, 5], LEADER),
    character(BLACK, [0, 0, 0, 1, 1], [0, 0, 0, 1, 0], [2, 2], MAGICIAN),
    character(BLACK, [0, 0, 0, 2, 2], [0, 0, 0, 1, 1], [5, 3], SWORDPLAY | SPIRIT),
    character(WHITE, [0, 0, 2, 0, 0], [0, 0, 1, 0, 0], [2, 4], HEALER | SINGER),
    character(WHITE, [0, 0, 1, 0, 2], [0, 0, 0, 0, 2], [3, 3], SINGER | SPIRIT),
    character(PURPLE, [0, 0, 0, 0, 1], [0, 0, 0, 0, 1], [1, 1], STAGEHAND),
    character(RED, [1, 0, 0, 0, 0], [0, 0, 0, 0, 1], [2, 1], DANCER | STUDENT),
    character(BLACK, [0, 0, 0, 3, 2], [0, 0, 0, 2, 1], [6, 4], LEADER | MAGICIAN),
    character(PURPLE, [0, 0, 0, 0, 2], [0, 0, 0, 0, 1], [1, 4], SCHOLAR),
    character(BLACK, [0, 0, 0, 1, 2], [0, 0, 0, 0, 2], [3, 2], SPIRIT | TWIN),
    character(PURPLE, [0, 0, 0, 0, 2], [0, 0, 0, 0, 1], [2, 2], STUDENT),
    character(RED, [2, 0, 0, 0, 1], [1, 0, 0, 0, 1], [4, 3], SINGER | LEADER),
    character(WHITE, [0, 0, 1, 0, 1], [0, 0, 1, 0, 0], [1, 2], SPIRIT),
    event(BLUE, [0, 1, 0, 0, 1]),
    event(BLACK, [0, 0, 0, 2, 0]),
    event(RED, [2, 0, 0, 0, 0]),
    event(BLUE, [0, 1, 0, 0, 0]),
    event(WHITE, [0, 0, 1, 0, 0]),
    event(BLACK, [0, 0, 0, 1, 1]),
    event(WHITE, [0, 0, 1, 0, 1]),
    event(RED, [1, 0, 0, 0, 1]),
    event(PURPLE, [0, 0, 0, 0, 2]),
    event(PURPLE, [0, 0, 0, 0, 2]),
    event(BLACK, [0, 0, 0, 1, 0]),
    event(RED, [1, 0, 0, 0, 1]),
    event(WHITE, [0, 0, 2, 0, 0]),
    event(RED, [2, 0, 0, 0, 1]),
    event(WHITE, [0, 0, 2, 0, 1]),
    event(RED, [1, 0, 0, 0, 0]),
    event(BLUE, [0, 1, 0, 0, 1]),
    event(BLACK, [0, 0, 0, 2, 1]),
    event(BLACK, [0, 0, 0, 2, 1]),
    event(BLUE, [0, 2, 0, 0, 0]),
    event(WHITE, [0, 0, 2, 0, 1]),
];

/// A deck: the number of each card, and five stories.
pub type Deck = (&'static [(u8, u8)], [u8; 5]);

/// The decks, in the order of their ids.
pub const DECKS: [Deck; 4] = [
    (
        &[
            (NOVICE_LINNET, 2),
            (BROTHER_ALMOND, 3),
            (SISTER_HALCYON, 3),
            (DAME_AUBREY, 3),
            (SNOW_CANTOR, 2),
            (WREN_OF_THE_BELFRY, 2),
            (ABBESS_CORVANE, 1),
            (GATE_WARDEN_MOSS, 2),
            (TAMSIN_FLINT, 2),
            (ORLA_QUICKSTEP, 2),
            (VESNA_OF_THE_LANTERNS, 2),
            (CORIN_TWO_STEP, 2),
            (CORLA_TWO_STEP, 2),
            (SANCTUARY, 2),
            (GENTLE_REFUSAL, 2),
            (SECOND_SPRING, 2),
            (CHORUS_OF_SNOW, 2),
            (VOW_OF_SILENCE, 1),
            (BLAZING_FINALE, 2),
            (SECOND_CALL, 1),
        ],
        [LANTERN_ROOFTOP_DANCE, TWIN_MOONS_REUNION, THE_ABBEY_VIGIL, ALL_THE_WORLDS_A_STAGE, VESNAS_FIRST_SONG],
    ),
    (
        &[
            (TAMSIN_FLINT, 3),
            (ORLA_QUICKSTEP, 3),
            (BRAM_CINDERHAND, 3),
            (VESNA_OF_THE_LANTERNS, 2),
            (CORIN_TWO_STEP, 2),
            (CORLA_TWO_STEP, 2),
            (MASTER_HESTREL, 2),
            (PIP_THE_CALL_BOY, 3),
            (STAGEHAND_ROOK, 2),
            (UNDERSTUDY_FENN, 2),
            (LIGHTING_CHIEF_TOLL, 2),
            (JUGGLER_BIX, 2),
            (BLAZING_FINALE, 3),
            (SECOND_CALL, 2),
            (HECKLERS_RETORT, 2),
            (SPARKS_FLY, 2),
            (REHEARSAL_FIRE, 1),
            (IMPROVISE, 2),
        ],
        [LANTERN_ROOFTOP_DANCE, DUEL_ON_THE_QUAY, TWIN_MOONS_REUNION, THE_LEADERS_SPEECH, VESNAS_FIRST_SONG],
    ),
    (
        &[
            (NELL_TIDEWRIGHT, 3),
            (JONAS_FERROW, 3),
            (ISOLDE_MARROW, 2),
            (CAPTAIN_BRISK, 2),
            (CLOCKMAKER_UDO, 2),
            (MARINA_LOCKE, 2),
            (CASSIA_LOCKE, 2),
            (OLD_BELLRINGER, 2),
            (NOVICE_LINNET, 2),
            (BROTHER_ALMOND, 2),
            (SISTER_HALCYON, 2),
            (DAME_AUBREY, 2),
            (SNOW_CANTOR, 1),
            (GATE_WARDEN_MOSS, 1),
            (UNDERTOW, 2),
            (STAGE_WHISPER, 2),
            (CAREFUL_NOTES, 2),
            (ARCHIVE_SEARCH, 1),
            (SANCTUARY, 2),
            (GENTLE_REFUSAL, 1),
            (SECOND_SPRING, 1),
            (CHORUS_OF_SNOW, 1),
        ],
        [
            A_SONG_FOR_THE_HARBOR,
            THE_CLOCK_STRIKES_NOON,
            THE_ABBEY_VIGIL,
            LESSONS_BY_CANDLELIGHT,
            THE_BELLRINGERS_PROMISE,
        ],
    ),
    (
        &[
            (MOTH_USHER, 3),
            (SABLE_TRICKSTER, 3),
            (FERRYMAN_JULE, 3),
            (MADAME_ORCHID, 2),
            (SER_VANE_THE_UNSEEN, 2),
            (PUPPET_NINE, 2),
            (THE_RINGMASTER, 2),
            (TWIN_SHADE_ILO, 2),
            (STAGEHAND_ROOK, 2),
            (PROP_MISTRESS_YARROW, 2),
            (TRAVELLING_CRITIC, 1),
            (JUGGLER_BIX, 2),
            (QUIET_PATRON, 1),
            (CARAVAN_ELDER, 1),
            (TRAPDOOR, 2),
            (COUNTER_CURSE, 2),
            (STOLEN_SCENE, 2),
            (BLACKOUT, 1),
            (MIDNIGHT_BARGAIN, 2),
            (IMPROVISE, 1),
            (HOLD_THE_CURTAIN, 2),
        ],
        [THE_MASKED_PROCESSION, THE_LEADERS_SPEECH, A_QUIET_REHEARSAL, THE_GREAT_ESCAPE, ALL_THE_WORLDS_A_STAGE],
    ),
];
