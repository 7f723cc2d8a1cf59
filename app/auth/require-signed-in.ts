/** The signed-in user. Throws "User not authenticated" when nobody is signed in. */
export function requireSignedIn<User>(user: User | null): User {
  if (!user) throw new Error('User not authenticated');
  return user;
}
