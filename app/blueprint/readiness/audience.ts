import { exchangeRule, notApplicable } from './rule.ts';
import type { CheckRule } from './rule.ts';

/** Whether the server takes OAuth tokens that were issued for another one. */
export const audienceRule: CheckRule = exchangeRule({
  id: 'auth.audience',
  title: 'Only tokens that were issued for this server are accepted',
  weight: 4,
  fix: 'Verify the signature of each token, and that its audience is the resource in the metadata (RFC 8707): a token for another server must not open this one.',
  exchange: 'tokenForeign',
  hasControl: true,
  reason: 'Not tested.',
  judge: ({ status }, { exchanges }) => {
    if (exchanges.tokenMissing?.got?.status === 200) {
      return notApplicable('The server requires no token.');
    }
    if (status === 200) {
      return { status: 'fail', text: 'A token that names another server was accepted.' };
    }
    const resource = exchanges.resourceMetadata?.got?.message?.['resource'];
    if (typeof resource !== 'string') {
      return notApplicable(
        'The server takes a token of its own, not one of OAuth: it has no audience.',
      );
    }
    const refused = `A token for another server was refused with ${status}; the metadata asks for tokens for ${resource}.`;
    return status === 401 ? { status: 'pass', text: refused } : { status: 'warn', text: refused };
  },
});
