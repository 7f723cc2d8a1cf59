import { ROLES, type Role } from '#app/auth/role.ts';
import { Select } from '#app/ui/select.tsx';

import { ROLE_NAMES } from './role-words.ts';

interface Props {
  label: string;
  role: Role;
  isOff?: boolean;
  onChange: (role: Role) => void;
}

export function RoleSelect({ label, role, isOff = false, onChange }: Props) {
  return (
    <Select
      aria-label={label}
      className="w-28"
      value={role}
      disabled={isOff}
      onChange={(event) => {
        const chosen = ROLES.find((one) => one === event.currentTarget.value);
        if (chosen) onChange(chosen);
      }}
    >
      {ROLES.map((one) => (
        <option key={one} value={one}>
          {ROLE_NAMES[one]}
        </option>
      ))}
    </Select>
  );
}
