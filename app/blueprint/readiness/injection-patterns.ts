/** Phrases that address the model without the user's knowledge. */
export const INJECTION_PATTERNS =
  /\b(?:ignore|disregard|forget) (?:all |any )?(?:the |your )?(?:previous|prior|above|earlier) (?:instructions|prompts?|messages|rules)\b|\bdo not (?:tell|mention|reveal|show)(?: this)? to the user\b|<\/?(?:important|system|secret)>|\bbefore (?:using|calling) (?:this|any other) tool,? (?:always |first )?(?:read|send|call)\b/i;
