import type { UserEvent } from '@testing-library/user-event';

/** Puts a text in the place of what a field holds. */
export async function refill(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  await user.click(field);
  if (text !== '') await user.paste(text);
}
