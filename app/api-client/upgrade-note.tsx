import { Link } from 'react-router';

/**
 * The way to the plans, shown where a limit has refused something and another plan lifts it.
 * @param liftedBy as the problem document names it; null or absent: no plan does
 */
export function UpgradeNote({ liftedBy }: { liftedBy: string | null | undefined }) {
  if (!liftedBy) return null;
  return (
    <Link
      to={`/pricing?plan=${encodeURIComponent(liftedBy)}`}
      className="inline-flex items-center text-blue underline underline-offset-2 pointer-coarse:min-h-11"
    >
      Compare plans
    </Link>
  );
}
