import { data } from 'react-router';

/** Every address that no screen has; the root's error boundary renders the page. */
export function loader() {
  throw data(null, { status: 404 });
}

export default function NotFoundRoute() {
  return null;
}
