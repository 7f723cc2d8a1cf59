import type { ComponentProps } from 'react';

import { AnswerOffers } from './answer-offers.tsx';
import { ChangeSetCard } from './change-set-card.tsx';

/** The card of a change set: answers that can be kept, or changes to decide on. */
export function ChangeCard(props: ComponentProps<typeof ChangeSetCard>) {
  const { changes, keepAnswer, canDecide } = props;
  return changes.isOffer ? (
    <AnswerOffers offers={changes} keepAnswer={keepAnswer} canKeep={canDecide} />
  ) : (
    <ChangeSetCard {...props} />
  );
}
