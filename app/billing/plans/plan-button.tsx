import { Link } from 'react-router';

import { TaskButton } from '#app/auth/task-button.tsx';
import { storeReturnUrl } from '#app/auth/return-url.ts';
import { TIER_NAMES, type GateTier } from '#app/billing/limits.ts';
import { buttonClass } from '#app/ui/button.tsx';

import type { PlanAction } from './decide-plan-action.ts';

interface Props {
  tier: GateTier;
  action: PlanAction;
  /** The way back to this choice, for those who sign in first. */
  returnTo: string;
  /** Whether it is the plan whose checkout is on its way. */
  isLeaving: boolean;
  /** Another checkout is on its way, or what was entered is no choice. */
  isOff: boolean;
  isResuming: boolean;
  /** When the plan ends that somebody has cancelled, as people write it. */
  end: string | null;
  /** The visitor has this tier already, with another interval. */
  isOtherInterval: boolean;
  /** The visitor chose it before they signed in. */
  isChosen: boolean;
  onCheckout: () => void;
  onChange: () => void;
  onResume: () => void;
}

const WIDE = 'w-full';

/** The next step of a visitor about a plan: a button, or the sentence why there is none. */
export function PlanButton(props: Props) {
  const { tier, action, returnTo, isLeaving, isOff, end } = props;
  const name = TIER_NAMES[tier];
  switch (action) {
    case 'unknown':
      return <Words>Checking your plan</Words>;
    case 'build':
      return (
        <Link to="/" className={buttonClass('secondary', WIDE)}>
          Start building
        </Link>
      );
    case 'signIn':
      return (
        <Link
          to={`/login?${new URLSearchParams({ returnUrl: returnTo })}`}
          onClick={() => void storeReturnUrl(returnTo)}
          className={buttonClass('primary', WIDE)}
        >
          Sign in to get {name}
        </Link>
      );
    case 'checkout':
      return (
        <TaskButton
          variant="primary"
          className={WIDE}
          // They came back to it.
          autoFocus={props.isChosen}
          isBusy={isLeaving}
          isOff={isOff}
          onClick={props.onCheckout}
        >
          {isLeaving ? 'Opening the checkout' : `Get ${name}`}
        </TaskButton>
      );
    case 'change':
      return (
        <TaskButton variant="primary" className={WIDE} isBusy={false} onClick={props.onChange}>
          {toChangeLabel(props)}
        </TaskButton>
      );
    case 'resume':
      return (
        <div>
          <TaskButton
            variant="primary"
            className={WIDE}
            isBusy={props.isResuming}
            onClick={props.onResume}
          >
            Resume {name}
          </TaskButton>
          <p className="mt-1 text-sm text-muted">You cancelled it. It ends on {end}.</p>
        </div>
      );
    default:
      return <Otherwise action={action} name={name} end={end} />;
  }
}

/** The actions that happen on another page, and those that there are none for. */
function Otherwise({
  action,
  name,
  end,
}: {
  action: PlanAction;
  name: string;
  end: string | null;
}) {
  switch (action) {
    case 'own':
      return <Words>This is your plan.</Words>;
    case 'later':
      return <Words>Your plan from {end}.</Words>;
    case 'cancel':
      return (
        <Link to="/subscription" className={buttonClass('ghost', WIDE)}>
          Cancel your subscription
        </Link>
      );
    case 'repair':
      return (
        <Link to="/subscription" className={buttonClass('secondary', WIDE)}>
          Look at your subscription
        </Link>
      );
    case 'elsewhere':
      return <Words>Your plan was not bought here and cannot be changed here.</Words>;
    default:
      return <Words>{name} cannot be bought on this installation.</Words>;
  }
}

function toChangeLabel({ tier, isOtherInterval }: Props): string {
  return isOtherInterval ? 'Change the billing interval' : `Change to ${TIER_NAMES[tier]}`;
}

/** As high as a button, so that the cards beside it stay in line. */
function Words({ children }: { children: React.ReactNode }) {
  return <p className="flex min-h-9 items-center text-sm text-muted">{children}</p>;
}
