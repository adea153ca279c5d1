//! Shapes: the tables with named parts that host functions take.

/// Tables that host functions take, with their keys. `...`: a filter as well, whose keys are those of the filter
/// language.
#[rustfmt::skip]
pub(crate) static SHAPES: &[(&str, &str)] = &[
    ("AskCard", "why?: string, by?: Player, secret?: boolean, deadline?: integer, default?: any, optional?: boolean, from?: Card[], ..."),
    ("AskSpace", "why?: string, by?: Player, secret?: boolean, deadline?: integer, default?: any, optional?: boolean, from?: Space[], ..."),
    ("AskPlayer", "why?: string, by?: Player, secret?: boolean, deadline?: integer, default?: any, optional?: boolean, from?: Player[], ..."),
    ("AskDef", "why?: string, by?: Player, secret?: boolean, deadline?: integer, default?: any, ..."),
    ("AskPath", "why?: string, by?: Player, secret?: boolean, deadline?: integer, default?: any, card?: Card, from?: Space|Card, pick?: integer|string, through?: boolean"),
    ("AskYes", "why?: string, by?: Player, secret?: boolean, deadline?: integer, default?: boolean"),
    ("AskOption", "why?: string, by?: Player, secret?: boolean, deadline?: integer, default?: any, options: any[]"),
    ("AskWord", "why?: string, by?: Player, secret?: boolean, deadline?: integer, default?: string, field: string"),
    ("AskNumber", "why?: string, by?: Player, secret?: boolean, deadline?: integer, default?: integer, min?: integer, max: integer"),
    ("AskOrder", "why?: string, by?: Player, secret?: boolean, deadline?: integer, default?: Card[], cards: Card[]"),
    ("AskSealed", "why?: string, players?: Player[], options?: any[], min?: integer, max?: integer"),
    ("HowMove", "position?: string, status?: string, slot?: integer, of?: Player, face?: string"),
    ("HowCreate", "owner?: Player, of?: Player, slot?: integer, values?: table"),
    ("HowGrant", "lasts?: string, uses?: integer"),
    ("HowUse", "by?: Player, card?: Card"),
    ("HowCopy", "by?: Player, choose?: boolean"),
    ("HowAim", "by?: Player"),
    ("By", "set?: integer, times?: integer, at_least?: integer, at_most?: integer, printed_of?: Card, without?: string"),
    ("Permission", "card?: Card|Card[]|table, use?: table, by?: Player|string|table, to?: Card|Record|(Card|Record)[]|table, lasts?: string"),
    ("Result", "win?: Player|Player[], lose?: Player|Player[], draw?: boolean"),
];
