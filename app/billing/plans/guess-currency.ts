/** Countries that pay in euros. */
const EURO =
  'AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC MT NL PT SI SK SM VA XK ME'.split(' ');

/** Currencies of some other countries; where Stripe has no price in one, another currency is shown. */
const OTHERS: Record<string, string> = {
  GB: 'gbp',
  IM: 'gbp',
  JE: 'gbp',
  GG: 'gbp',
  CH: 'chf',
  LI: 'chf',
  DK: 'dkk',
  NO: 'nok',
  SE: 'sek',
  PL: 'pln',
  CZ: 'czk',
  CA: 'cad',
  AU: 'aud',
  NZ: 'nzd',
  JP: 'jpy',
  IN: 'inr',
  BR: 'brl',
  SG: 'sgd',
};

/** Guesses the currency of a visitor from the country of their address (`cf-ipcountry`). */
export function guessCurrency(country: string | null): string {
  const code = country?.toUpperCase() ?? '';
  return EURO.includes(code) ? 'eur' : (OTHERS[code] ?? 'usd');
}
