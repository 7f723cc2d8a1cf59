import * as z from 'zod';

/** Name of a secret, and of the environment variable that carries it in an exported server. */
export const SecretName = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'must be capitals, digits and _, starting with a letter');
