/**
 * Where `npm start` and `npm run dev` run the emulator of Stripe in tests, which leaves a developer's alone. It is part
 * of their build, so that all tests have the same.
 */
export const STRIPE_EMULATOR_HOST = 'localhost:4342';
