//! Derives: a visit of all parts of a type, in the order in which they stand.
//!
//! The types of the kernel's model are visited for several reasons. Each reason is a trait of the kernel; its derive calls
//! the trait's function for each part, so that a new part cannot be forgotten.

use proc_macro::TokenStream;
use proc_macro2::TokenStream as Tokens;
use quote::{format_ident, quote};
use syn::{Data, DeriveInput, Field, Fields, parse_macro_input, parse_quote};

/// Derives `kernel::model::renumber::Renumber`. A part marked `#[same]` holds no number of the rules, or one that is
/// equal in all rules of a game. A list marked `#[keep_known]` loses what the new rules do not have.
#[proc_macro_derive(Renumber, attributes(keep_known, same))]
pub fn renumber(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let visit = Visit {
        name: quote!(crate::kernel::model::renumber::Renumber),
        function: quote!(renumber),
        argument: quote!(&crate::kernel::model::renumber::Numbers<'_>),
        has_marks: true,
    };
    visit.implementation(input).into()
}

/// Derives `kernel::model::capture::Capture`.
#[proc_macro_derive(Capture)]
pub fn capture(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let visit = Visit {
        name: quote!(crate::kernel::model::capture::Capture),
        function: quote!(capture),
        argument: quote!(&mut crate::kernel::model::capture::Captured<'_>),
        has_marks: false,
    };
    visit.implementation(input).into()
}

/// A derive of a trait with one function, which is called for each part and returns `Option<()>`.
struct Visit {
    name: Tokens,
    function: Tokens,
    argument: Tokens,
    /// True if fields may carry the marks `#[same]` and `#[keep_known]`, which [`renumber`] explains.
    has_marks: bool,
}

impl Visit {
    fn implementation(&self, mut input: DeriveInput) -> Tokens {
        let (name, function, argument) = (&self.name, &self.function, &self.argument);
        for parameter in input.generics.type_params_mut() {
            parameter.bounds.push(parse_quote!(#name));
        }
        let (generics, arguments, conditions) = input.generics.split_for_impl();
        let of = &input.ident;
        let arms: Vec<Tokens> = match &input.data {
            Data::Struct(one) => vec![self.arm(quote!(#of), &one.fields)],
            Data::Enum(one) => one
                .variants
                .iter()
                .map(|variant| {
                    let ident = &variant.ident;
                    self.arm(quote!(#of::#ident), &variant.fields)
                })
                .collect(),
            Data::Union(one) => {
                return syn::Error::new(one.union_token.span, "a union has no parts to visit").into_compile_error();
            }
        };
        let body = if arms.is_empty() { quote!(match *self {}) } else { quote!(match self { #(#arms)* }) };
        quote! {
            impl #generics #name for #of #arguments #conditions {
                #[allow(unused_variables)]
                fn #function(&mut self, by: #argument) -> Option<()> {
                    #body
                }
            }
        }
    }

    /// The match arm that visits the parts of a struct or of a variant of an enum.
    fn arm(&self, path: Tokens, fields: &Fields) -> Tokens {
        let (name, function) = (&self.name, &self.function);
        let has =
            |field: &Field, mark: &str| self.has_marks && field.attrs.iter().any(|attr| attr.path().is_ident(mark));
        let mut patterns = Vec::new();
        let mut visits = Vec::new();
        for (at, field) in fields.iter().enumerate() {
            let part = format_ident!("part{at}");
            let bound = if has(field, "same") { quote!(_) } else { quote!(#part) };
            patterns.push(match &field.ident {
                Some(ident) => quote!(#ident: #bound),
                None => bound,
            });
            if has(field, "keep_known") {
                visits.push(quote!(#part.retain_mut(|one| #name::#function(one, by).is_some());));
            } else if !has(field, "same") {
                visits.push(quote!(#name::#function(#part, by)?;));
            }
        }
        let pattern = match fields {
            Fields::Named(_) => quote!(#path { #(#patterns),* }),
            Fields::Unnamed(_) => quote!(#path(#(#patterns),*)),
            Fields::Unit => path,
        };
        quote! {
            #pattern => {
                #(#visits)*
                Some(())
            }
        }
    }
}
