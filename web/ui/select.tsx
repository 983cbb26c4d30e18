/**
 * A list of choices that can be searched. Its texts and numbers are the kit's own ("Loading...",
 * "No options", "Select...", "{n} result(s) available"; page size 5, menu 140 to 300 high); it gets our
 * look, and its style tags the nonce of the page.
 */
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { getNonce } from 'get-nonce';
import { type ReactNode, useId, useState } from 'react';
import ReactSelect, { type ClassNamesConfig } from 'react-select';
import classes from './select.module.css';

export interface Choice {
  value: string;
  label: string;
}

interface Props {
  label: string;
  /** The label is said, not shown. */
  isLabelHidden?: boolean;
  value: Choice | null;
  choices: readonly Choice[];
  onChange: (choice: Choice | null) => void;
  /** Typed text, for choices that come from the server; they are then shown as given. */
  onSearch?: (text: string) => void;
  onBlur?: () => void;
  isLoading?: boolean;
  isDisabled?: boolean;
  isClearable?: boolean;
  placeholder?: string;
  error?: ReactNode;
}

const styles = (isFaulty: boolean): ClassNamesConfig<Choice, false> => ({
  control: ({ isFocused, isDisabled }) =>
    [
      classes.control,
      isFocused && classes.focused,
      isFaulty && classes.faulty,
      isDisabled && classes.disabled,
    ]
      .filter(Boolean)
      .join(' '),
  placeholder: () => classes.placeholder ?? '',
  dropdownIndicator: () => classes.indicator ?? '',
  clearIndicator: () => classes.indicator ?? '',
  loadingIndicator: () => classes.indicator ?? '',
  menu: () => classes.menu ?? '',
  option: ({ isFocused, isSelected }) =>
    [classes.option, isFocused && classes.active, isSelected && classes.chosen].filter(Boolean).join(' '),
  noOptionsMessage: () => classes.message ?? '',
  loadingMessage: () => classes.message ?? '',
});

let cache: ReturnType<typeof createCache> | undefined;

/** Made when first needed: the nonce is known only once the application has started. */
function styleCache() {
  const nonce = getNonce();
  cache ??= createCache(nonce === undefined ? { key: 'select' } : { key: 'select', nonce });
  return cache;
}

/** The kit's own number. */
const MENU_PX = 300;
/** What stands above an open list in the lowest of windows: the header, the field, and the list's own rim. */
const ABOVE_MENU_PX = 77 + 44 + 30;
/** Two entries. */
const LOWEST_MENU_PX = 72;

/** The list scrolls itself and the page scrolls to it, so that the field never goes below the header. */
const fitMenu = (): number => Math.max(LOWEST_MENU_PX, Math.min(MENU_PX, window.innerHeight - ABOVE_MENU_PX));

export function Select(props: Props) {
  const [menuPx, setMenuPx] = useState(MENU_PX);
  const { label, isLabelHidden = false, onSearch, error } = props;
  const id = useId();
  const isFaulty = error !== undefined && error !== null && error !== false;
  return (
    <CacheProvider value={styleCache()}>
      <div>
        {!isLabelHidden && (
          <label className={classes.label} htmlFor={id}>
            {label}
          </label>
        )}
        <ReactSelect<Choice>
          unstyled
          inputId={id}
          aria-label={isLabelHidden ? label : undefined}
          aria-invalid={isFaulty || undefined}
          aria-errormessage={isFaulty ? `${id}-error` : undefined}
          classNames={styles(isFaulty)}
          value={props.value}
          options={props.choices}
          onChange={(choice) => props.onChange(choice)}
          onInputChange={(text, { action }) => {
            if (action === 'input-change') onSearch?.(text);
          }}
          {...(onSearch ? { filterOption: () => true } : {})}
          {...(props.onBlur ? { onBlur: props.onBlur } : {})}
          {...(props.placeholder === undefined ? {} : { placeholder: props.placeholder })}
          menuPlacement="auto"
          maxMenuHeight={menuPx}
          minMenuHeight={Math.min(140, menuPx)}
          onMenuOpen={() => setMenuPx(fitMenu())}
          isLoading={props.isLoading ?? false}
          isDisabled={props.isDisabled ?? false}
          isClearable={props.isClearable ?? false}
        />
        {isFaulty && (
          <p id={`${id}-error`} className={classes.error}>
            {error}
          </p>
        )}
      </div>
    </CacheProvider>
  );
}
