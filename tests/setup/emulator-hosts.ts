/**
 * Where `npm start` and `npm run dev` run the emulators of Stripe and GitHub in tests, which leave a developer's
 * alone. They are part of their build, so that all tests have the same.
 */
export const STRIPE_EMULATOR_HOST = 'localhost:4342';
export const GITHUB_EMULATOR_HOST = 'localhost:4343';
