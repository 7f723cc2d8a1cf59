/** Says of an answer that its schema refuses it; the readiness report knows such a note by it. */
export const DIFFERS = 'differs from what this tool declares';
