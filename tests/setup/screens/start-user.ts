import { userEvent, type UserEvent } from '@testing-library/user-event';

/** Somebody at the keyboard and the pointer, who types without a pause. */
export function startUser(): UserEvent {
  return userEvent.setup({ delay: null });
}
