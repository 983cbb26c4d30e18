/** A stored picture by its signed address; where it does not come, the words of the specification say why. */
import { useState } from 'react';
import { useRefresh } from '#web/client/use-call.ts';
import classes from './images-section.module.css';

const REASONS: Readonly<Record<number, string>> = {
  403: 'Error Loading AJAX : Forbidden',
  404: 'Image Not Found',
};
const OTHERWISE = 'Something Went Wrong, Please Try Again Later';

interface Props {
  url: string;
  /** Empty where a name is beside it. */
  alt: string;
}

export function StoredPicture({ url, alt }: Props) {
  const [failed, setFailed] = useState<{ url: string; reason: string }>();
  const refresh = useRefresh();
  /** A picture does not say why it failed: its address is asked once more. */
  const explain = async () => {
    const status = await fetch(url, { credentials: 'omit' }).then(
      (answer) => answer.status,
      () => 0,
    );
    setFailed({ url, reason: REASONS[status] ?? OTHERWISE });
    // Its address has run out while the page was open.
    if (status === 403) refresh('projects');
  };
  return (
    <span className={classes.picture}>
      {failed?.url === url ? (
        <span className={classes.missing} role="img" aria-label={`${alt} ${failed.reason}`}>
          {failed.reason}
        </span>
      ) : (
        <img src={url} alt={alt} loading="lazy" width={480} height={320} onError={() => void explain()} />
      )}
    </span>
  );
}
