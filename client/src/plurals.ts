// Which form of a sentence a number takes: the plural categories of CLDR, by the browser's own rules.

/** The forms of a sentence; `other` is always there, and stands in for any that is not. */
export type PluralForms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

const rules = new Map<string, Intl.PluralRules>();

function rulesOf(lang: string): Intl.PluralRules {
    let found = rules.get(lang);
    if (!found) rules.set(lang, (found = new Intl.PluralRules(lang)));
    return found;
}

export function pluralForm(forms: PluralForms, lang: string, n: number): string {
    return forms[rulesOf(lang).select(n)] ?? forms.other;
}
