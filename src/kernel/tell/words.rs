//! Words with the numbers of their amounts.

use crate::kernel::model::lang::Amount;
use crate::kernel::model::words::Words;
use crate::kernel::read::env::Env;

impl Words {
    /// The text with the numbers of its amounts, if it has any.
    pub fn fill(&self, env: &Env) -> String {
        let put = |text: String, (part, amount): &(String, Amount)| text.replace(part, &env.amount(amount).to_string());
        self.amounts.iter().fold(self.text.to_string(), put)
    }
}
