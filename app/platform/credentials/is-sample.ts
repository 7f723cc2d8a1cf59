/** Placeholders that people and documents write instead of a value. */
const PLACEHOLDER =
  /example|sample|placeholder|dummy|changeme|replace|insert|\byour\b|your[_-]|x{5,}|\*{3,}|•{2,}|0{8,}|1{8,}|1234567|abcdefgh|\.\.\.|…|password@|secret@|redacted|:password$|:pass$/i;

/** Values that the documentation of their makers shows, or that stands on every page about their format. */
const PUBLISHED =
  /4eC39HqLyjWDarjtT1zdp7dc|BQokikJOvBiI2HlWgH4olfQ2|16C7e42F292c6912E7|\.eyJzdWIiOiIxMjM0NTY3ODkw|\.eyJpc3MiOiJqb2UiL|wJalrXUtnFEMI|pdFZKVeTuE8sk7oOcBrzbqgy|C2FVsBQIhrscChlQIMV|wv78n3zpz42xezdk/;

/** Whether a value only shows what one looks like. */
export function isSample(value: string): boolean {
  return PLACEHOLDER.test(value) || PUBLISHED.test(value);
}
