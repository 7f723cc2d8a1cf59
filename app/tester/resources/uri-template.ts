/** An expression of a template: `{+path,name}`. */
const EXPRESSION = /\{([+#./;?&]?)([^{}]*)\}/g;

interface Operator {
  first: string;
  separator: string;
  /** Values are written with their names. */
  isNamed: boolean;
  /** Reserved characters stay as they are. */
  isReserved: boolean;
}

const SIMPLE: Operator = {
  first: '',
  separator: ',',
  isNamed: false,
  isReserved: false,
};

const OPERATORS: Readonly<Record<string, Operator>> = {
  '': SIMPLE,
  '+': { ...SIMPLE, isReserved: true },
  '#': { ...SIMPLE, first: '#', isReserved: true },
  '.': { ...SIMPLE, first: '.', separator: '.' },
  '/': { ...SIMPLE, first: '/', separator: '/' },
  ';': { ...SIMPLE, first: ';', separator: ';', isNamed: true },
  '?': { ...SIMPLE, first: '?', separator: '&', isNamed: true },
  '&': { ...SIMPLE, first: '&', separator: '&', isNamed: true },
};

/** The names of a template's variables, each once, in their order (RFC 6570). */
export function findVariables(template: string): string[] {
  const names = [...template.matchAll(EXPRESSION)].flatMap(([, , list = '']) =>
    list.split(',').map((each) => toVariable(each).name),
  );
  return [...new Set(names.filter((name) => name !== ''))];
}

/** The address of a template with text values; an empty value leaves its variable out. */
export function expandTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(EXPRESSION, (_, sign: string, list: string) => {
    const operator = OPERATORS[sign] ?? SIMPLE;
    const parts = list.split(',').flatMap((each) => {
      const { name, length } = toVariable(each);
      const value = Object.hasOwn(values, name) ? (values[name] ?? '') : '';
      if (value === '') return [];
      const characters = Array.from(value);
      const cut = length === null ? value : characters.slice(0, length).join('');
      const written = operator.isReserved ? encodeReserved(cut) : encodeAll(cut);
      return [operator.isNamed ? `${name}=${written}` : written];
    });
    return parts.length === 0 ? '' : operator.first + parts.join(operator.separator);
  });
}

function toVariable(text: string): { name: string; length: number | null } {
  const [, name = '', length] = /^\s*([^:*\s]*)(?::(\d+))?\*?\s*$/.exec(text) ?? [];
  return { name, length: length === undefined ? null : Number(length) };
}

function encodeAll(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Also keeps what is percent-encoded already. */
function encodeReserved(text: string): string {
  return encodeURI(text.toWellFormed())
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']')
    .replace(/%25([0-9A-Fa-f]{2})/g, '%$1');
}
