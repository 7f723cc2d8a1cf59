import { dropHidden } from '#app/blueprint/import/text/visible-text.ts';

const WHICH =
  '(?:(?:all|any|every|each|the|your|my|these|those|of) ){0,4}(?:previous|prior|above|earlier|preceding|existing|system|other|former|original)(?: (?:system|user|developer))?';
const RULES = '(?:instructions?|prompts?|messages?|rules?|guidelines?|directions?|context|orders?)';
const SECRETS =
  '(?:api[ _-]?keys?|credentials?|passwords?|secrets?|tokens?|private keys?|ssh keys?|environment variables?|system prompt|(?:chat|conversation|message) (?:history|log)|(?:whole |entire |full )?conversation)';

/** Phrases that address the model without the user's knowledge. */
const ENGLISH = join('im', [
  new RegExp(`\\b(?:ignore|disregard|forget|override|bypass|discard) ${WHICH} ${RULES}\\b`, 'i'),
  /\b(?:ignore|disregard|forget) (?:everything|anything|all) (?:above|before|that (?:was|came)|you (?:were|have been) told)\b/i,
  /\b(?:do not|don['’]t|never|without) (?:tell(?:ing)?|mention(?:ing)?|reveal(?:ing)?|show(?:ing)?|inform(?:ing)?|ask(?:ing)?|notify(?:ing)?|warn(?:ing)?)(?: (?:this|it|that|anything))?(?: to)? (?:the )?(?:user|human|person)\b/i,
  /\b(?:hide|conceal|keep) (?:this|it|that)(?: (?:secret|hidden))? from the (?:user|human|person)\b/i,
  /<\/?(?:important|system|secret|instructions?|admin|assistant|tool_(?:call|result))>/i,
  /<\|(?:im_start|im_end|system|user|assistant|eot_id|start_header_id)\|>|\[\/?INST\]|<<\/?SYS>>/i,
  /^[ \t]*#{0,4} ?(?:system|developer) ?(?:prompt|message|instruction|override)?s?:[ \t]*(?:you|ignore|from now|new|always|never)\b/im,
  /\bbefore (?:using|calling|running|invoking) (?:this|any(?: other)?|the other|another) tools?,? (?:always |first |you must |please )*(?:read|send|call|run|fetch|open|use|pass)\b/i,
  /\b(?:the (?:assistant|model|agent|ai)|llms?|assistants?|models?) (?:must|should|shall|has to|have to|needs? to|is required to|are required to) (?:always |first |also |now |immediately |silently |secretly )*(?:call|invoke|run|execute|send|forward|e-?mail|upload|read|include|append|pass|disclose|reveal|repeat)\b/i,
  /\byou (?:must|should|shall|have to|need to|are required to) (?:always |first |also |now |immediately |silently |secretly )*(?:call|invoke|run|execute|send|forward|upload|read|include|append|pass|disclose|reveal|repeat)\b[^.\n]{0,60}(?:\btools?\b|\b(?:chat|conversation)(?: history)?\b|\bsystem prompt\b|~\/|\.env\b)/i,
  new RegExp(
    `\\b(?:send|forward|post|e-?mail|upload|leak|exfiltrate|transmit|reveal|disclose|print|repeat|output) (?:me )?(?:all|any|every|your|their|the user['’]s)(?: (?:the|of|your|my|their|stored|saved|known)){0,3} ${SECRETS}\\b(?! (?:in|as|via|with|using|through|on|along|for each)\\b)`,
    'i',
  ),
  /\b(?:from now on|starting now|henceforth),? (?:you (?:are|will|must|act)|act as|pretend|respond only)\b/i,
  /\byou are (?:now|no longer) (?:a|an|the|in|bound|restricted|required)\b/i,
  /\b(?:new|updated|real|actual|hidden) (?:system )?(?:instructions?|prompt|rules)(?: (?:are|is))?:/i,
  /\b(?:decode|base64[- ]decode|rot13)\b[^.\n]{0,60}\b(?:and|then) (?:follow|execute|obey|run|do)\b/i,
  /\b(?:enable|enter|activate|switch to) (?:developer|debug|god|jailbreak|dan|unrestricted) mode\b/i,
]);

/** The most common one in German, French, Spanish and Portuguese, Italian, Dutch, Chinese, Japanese, Korean, Russian. */
const OTHERS = join('iu', [
  /\b(?:ignoriere?n?|vergiss|missachte)\b[^.\n]{0,30}\b(?:vorherigen?|bisherigen?|obigen?|früheren?|alle)\b[^.\n]{0,20}\b(?:anweisungen|befehle|regeln|instruktionen)\b/iu,
  /\b(?:ignore[zr]?|oublie[zr]?|ne tiens pas compte)\b[^.\n]{0,30}\b(?:instructions|consignes|règles|directives)\b[^.\n]{0,20}\b(?:précédentes|antérieures|ci-dessus)(?!\p{L})/iu,
  /\b(?:ignora|ignore|olvida|olvide)\b[^.\n]{0,30}\b(?:instrucciones|reglas|órdenes|instruções|regras)\b[^.\n]{0,20}\b(?:anteriores|previas|prévias)\b/iu,
  /\b(?:ignora|dimentica)\b[^.\n]{0,30}\b(?:istruzioni|regole)\b[^.\n]{0,20}\bprecedenti\b/iu,
  /\bnegeer\b[^.\n]{0,30}\b(?:vorige|eerdere|bovenstaande)\b[^.\n]{0,20}\b(?:instructies|regels|opdrachten)\b/iu,
  /(?:忽略|无视|忘记|忽視|無視)[^。\n]{0,12}(?:指令|指示|提示|规则|規則)/u,
  /(?:以前|前述|上記|これまで)の(?:指示|命令|ルール)を(?:無視|忘れ)/u,
  /(?:이전|위의|앞선)[^.\n]{0,8}(?:지시|명령|규칙)[^.\n]{0,6}(?:무시|잊)/u,
  /(?:игнорируй(?:те)?|забудь(?:те)?)[^.\n]{0,30}(?:инструкци|указани|правил)/iu,
]);

/** Shorter texts in ASCII give no order. */
const MIN_LENGTH = 8;

/** The phrases in a text that give orders to the model that reads it. */
export function findOrders(text: string): string[] {
  const isPlain = /^[\x20-\x7e\n]*$/.test(text);
  if (isPlain && text.length < MIN_LENGTH) return [];
  const shown = isPlain ? text : dropHidden(text).normalize('NFKC');
  const words = shown.replace(/[ \t]+/g, ' ');
  const found = [...words.matchAll(ENGLISH), ...words.matchAll(OTHERS)];
  return [...new Set(found.map(([phrase]) => phrase.trim()))];
}

function join(flags: string, phrases: readonly RegExp[]): RegExp {
  return new RegExp(phrases.map(({ source }) => `(?:${source})`).join('|'), `g${flags}`);
}
