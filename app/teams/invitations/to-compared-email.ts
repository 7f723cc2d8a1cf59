/**
 * An address as it is compared: letters of ASCII in lower case. Others stay: some letters of other alphabets become
 * ASCII in lower case, and would make two people one.
 */
export function toComparedEmail(email: string): string {
  return email.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
