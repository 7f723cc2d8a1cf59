import type { ReactNode } from 'react';
import { Link } from 'react-router';

const LINK = 'text-blue underline underline-offset-2';

const QUESTIONS: readonly { question: string; answer: ReactNode }[] = [
  {
    question: 'What is a hosted call?',
    answer:
      'A call of a tool at one of your published endpoints, whoever makes it. Calls that you make while you build and try out a server are not counted.',
  },
  {
    question: 'What is a builder turn?',
    answer: (
      <>
        A message to the builder that a model answers on our account. Turns on{' '}
        <Link to="/account" className={LINK}>
          your own model key
        </Link>{' '}
        are unlimited in every plan; you pay your provider for them.
      </>
    ),
  },
  {
    question: 'What happens at a limit?',
    answer:
      'The request is refused, and the refusal says which limit was reached, when it resets and which plan lifts it. Nothing is charged on top of your plan. Limits of a day reset at midnight UTC.',
  },
  {
    question: 'Can I change or cancel at any time?',
    answer: (
      <>
        Yes, under{' '}
        <Link to="/subscription" className={LINK}>
          Subscription
        </Link>
        . A cancelled plan stays until the end of the time that you have paid for, and until then
        you can resume it. After that the limits of Free apply. Your servers stay, and you can
        export each of them with its whole source.
      </>
    ),
  },
  {
    question: 'What happens when a payment fails?',
    answer:
      'Your plan stays for a few days, in which the payment is tried again and you can change the payment method. The last day stands on your Subscription page.',
  },
  {
    question: 'What is a seat?',
    answer:
      'A member of your team, yourself included. You choose how many seats you pay for and can change that later.',
  },
  {
    question: 'Who handles my payment details?',
    answer:
      'Stripe. You enter them on Stripe’s pages, and we never see the number of a card. Invoices are there to view and to download.',
  },
  {
    question: 'Do the prices include tax?',
    answer: 'No. The checkout shows the tax, if there is any, before you pay.',
  },
];

/** Questions that people have before they pay. */
export function PlanQuestions() {
  return (
    <section aria-labelledby="questions">
      <h2 id="questions" className="mb-2 text-lg">
        Questions and answers
      </h2>
      <div className="border-t">
        {QUESTIONS.map(({ question, answer }) => (
          <details key={question} className="border-b">
            <summary className="flex min-h-11 items-center py-2 font-medium hover:text-blue">
              {question}
            </summary>
            <p className="max-w-prose pb-4 text-muted">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
