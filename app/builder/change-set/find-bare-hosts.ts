import { listOfferedValues, type OfferedValue } from './list-offered-values.ts';

/** A host without a scheme, alone or as part of an address, a mail address among them. */
const BARE =
  /^(\/\/|[^\s@/]{1,100}@)?((?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+(?:\p{L}[\p{L}\p{N}-]{1,62}|\d{1,3}))(:\d{1,5})?(\/\S*)?$/iu;

/** Last labels of most hosts. Beyond them `customer.created` is no host, unless something says that it is. */
const COMMON: ReadonlySet<string> = new Set(
  `agency app arpa biz blog chat click cloud club codes com consulting dev digital edu email energy example
  finance fun global gov group health host info int internal international invalid jobs life link live local
  localhost ltd media mil mobi money name net network news online org page pro run sale services sh shop site
  software solutions space store studio support systems team tech technology test today tools top travel vip
  web website work world wiki xyz zone`.split(/\s+/),
);
/** Two letters that end names of files and fields more often than hosts. */
const NO_COUNTRY: ReadonlySet<string> = new Set(
  'at cs go gz id in is js kt md my no or pl pm ps py rb rs sh so tf to ts vb'.split(' '),
);
/** Names of values that say where something is. */
const PLACE =
  /host|ur[il]|domain|server|endpoint|callback|webhook|hook|proxy|redirect|origin|address|upstream|mirror|forward|notify|relay|remote|target|recipient|mail|\bcc\b|\bbcc\b|\bto\b|copy|site|link/i;

/** Finds the hosts that the values of a part name without a scheme: calls could send something there. */
export function findBareHosts(part: unknown): Set<string> {
  return new Set(listOfferedValues(part).flatMap(hostsOfValue));
}

function hostsOfValue({ name, value }: OfferedValue): string[] {
  return value.split(/[\s,;|]+/).flatMap((word) => {
    const [, before = '', host = '', port = '', path = ''] = BARE.exec(word) ?? [];
    const isSaid = before !== '' || port !== '' || path !== '' || PLACE.test(name);
    if (host === '' || !(isSaid || isCommon(host))) return [];
    return URL.canParse(`https://${host}${port}`) ? [new URL(`https://${host}${port}`).host] : [];
  });
}

function isCommon(host: string): boolean {
  const last = host.slice(host.lastIndexOf('.') + 1).toLowerCase();
  return COMMON.has(last) || (/^[a-z]{2}$/.test(last) && !NO_COUNTRY.has(last));
}
