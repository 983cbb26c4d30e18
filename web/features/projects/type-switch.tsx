/** The platforms between which a new project may still be switched; the chosen one is highlighted. */
import { PlatformIcon } from '#web/ui/platform-icon.tsx';
import classes from './project-form.module.css';
import { listSwitchTypes } from './project-types.rules.ts';

interface Props {
  chosen: string;
  isDisabled: boolean;
  onChoose: (name: string) => void;
}

export function TypeSwitch({ chosen, isDisabled, onChoose }: Props) {
  return (
    <fieldset aria-label="Project type" className={classes.types} disabled={isDisabled}>
      {listSwitchTypes(chosen).map(({ name, label }) => (
        <label key={name} className={classes.type}>
          <input
            type="radio"
            name="type"
            className={classes.radio}
            checked={name === chosen}
            onChange={() => onChoose(name)}
          />
          <PlatformIcon type={name} size={18} isNamed />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
