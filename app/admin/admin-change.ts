import * as z from 'zod/mini';

/** Told to the person whom it is about. */
const Reason = z.string().check(z.trim(), z.minLength(3), z.maxLength(300));

/** Why an account is suspended, or a chat hidden. */
export const ReasonGiven = z.strictObject({ reason: Reason });

/** Whether something is on. */
export const SwitchChange = z.strictObject({ isOn: z.boolean() });
