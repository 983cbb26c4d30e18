/** Form that its rules check, instead of the browser. */
import type { ReactNode } from 'react';

interface Props {
  onSubmit: () => Promise<unknown>;
  className?: string | undefined;
  children: ReactNode;
}

export function SubmitForm({ onSubmit, className, children }: Props) {
  return (
    <form
      className={className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      {children}
    </form>
  );
}
