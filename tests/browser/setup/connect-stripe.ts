import { answerStripe } from '../../fakes/stripe/answer-stripe.ts';
import { StripeControl } from '../../fakes/stripe/stripe-control.ts';

const ACCOUNT = 'emulator_browser';
const SECRET = 'whsec_browser';

/** Variables of a Worker that sells plans: `test.use({ variables: STRIPE_VARIABLES })`. */
export const STRIPE_VARIABLES = {
  STRIPE_SECRET_KEY: `sk_test_${ACCOUNT}`,
  STRIPE_WEBHOOK_SECRET: SECRET,
};

/** Lets Stripe's emulator post its webhooks to a Worker with {@link STRIPE_VARIABLES}; answers its control. */
export async function connectStripe(site: { url: string }): Promise<StripeControl> {
  const control = new StripeControl(ACCOUNT, answerStripe);
  await control.deliverTo(`${site.url}/stripe/webhook`, SECRET);
  return control;
}
