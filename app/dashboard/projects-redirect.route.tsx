import { redirect } from 'react-router';

/** `/projects` is a name that people type. */
export function loader() {
  return redirect('/my-projects');
}
