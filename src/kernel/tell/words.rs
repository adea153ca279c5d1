//! Words with the numbers of their amounts.

use crate::kernel::model::tongue::{key_of, words_key};
use crate::kernel::model::words::Words;
use crate::kernel::read::env::Env;

impl Words {
    /// The text with the values of its amounts.
    pub fn fill(&self, env: &Env) -> String {
        let numbers: Vec<(&str, i64)> =
            self.amounts.iter().map(|(part, amount)| (&**part, env.amount(amount))).collect();
        if let Some(tongue) = env.rules.spoken() {
            let named: Vec<(String, i64)> = numbers.iter().map(|(part, n)| (key_of(part), *n)).collect();
            let args: Vec<(&str, &dyn std::fmt::Display)> = named.iter().map(|(name, n)| (&**name, n as _)).collect();
            if let Some(said) = tongue.say(&words_key(&self.text), &args) {
                return said;
            }
        }
        let put = |text: String, (part, n): &(&str, i64)| text.replace(part, &n.to_string());
        numbers.iter().fold(self.text.to_string(), put)
    }
}
