/** `/projects/select-project-type`: which platform the website is built on; the choice is stored and leads on. */
import { ArrowRight } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { storeProjectType } from '#web/client/project-drafts.ts';
import { readUserData } from '#web/client/session.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { PlatformIcon } from '#web/ui/platform-icon.tsx';
import { SamplesOfPlatforms } from '#web/ui/sample-files.tsx';
import { handSeed } from './form-memory.ts';
import { pageTypeOf, PROJECT_TYPES, type ProjectTypeCard } from './project-types.rules.ts';
import classes from './select-project-type-page.module.css';
import { UnsureCard } from './unsure-card.tsx';

/** A Geocoder has no seed page. */
const SAMPLES = PROJECT_TYPES.filter(({ name }) => name !== 'Geocoder').map(({ name }) => ({
  name,
  type: pageTypeOf(name),
}));
const QUESTION = 'What Platform is Your Website Built on?';

export function SelectProjectTypePage() {
  const navigate = useNavigate();
  const isArrowDown = useRef(false);
  const noteKey = ({ type, key }: KeyboardEvent) => {
    isArrowDown.current = type === 'keydown' && key.startsWith('Arrow');
  };
  const choose = (name: string, seed?: File) => {
    // An arrow key selects the next radio by a click that the browser makes: nothing is chosen yet.
    if (isArrowDown.current) return;
    storeProjectType(name);
    if (seed) handSeed(readUserData()?.id, seed);
    void navigate('/projects/create-project');
  };
  return (
    <>
      <PageHead title="Select Project Type" facts={QUESTION} />
      <div className={classes.cards} role="radiogroup" aria-label={QUESTION}>
        {PROJECT_TYPES.map((type) => (
          <TypeCard key={type.name} type={type} onKey={noteKey} onChoose={() => choose(type.name)} />
        ))}
        <UnsureCard onChoose={choose} />
      </div>
      <div className={classes.samples}>
        <SamplesOfPlatforms names={SAMPLES} />
      </div>
    </>
  );
}

interface CardProps {
  type: ProjectTypeCard;
  /** Each key that goes down or up. */
  onKey: (event: KeyboardEvent) => void;
  onChoose: () => void;
}

function TypeCard({ type, onKey, onChoose }: CardProps) {
  const { name, kinds, bring, get } = type;
  const press = (event: KeyboardEvent) => {
    onKey(event);
    if (event.key === 'Enter') onChoose();
  };
  return (
    <label className={classes.card}>
      <input
        type="radio"
        name="project-type"
        className={classes.radio}
        aria-label={name}
        onClick={onChoose}
        onKeyDown={press}
        onKeyUp={onKey}
      />
      <span className={classes.head}>
        <PlatformIcon type={name} size={44} isNamed />
        <span className={classes.arrow}>
          <ArrowRight size={18} strokeWidth={1.75} absoluteStrokeWidth aria-hidden="true" />
        </span>
      </span>
      <span className={classes.name}>{name}</span>
      <span className={classes.kinds}>{kinds}</span>
      <dl className={classes.facts}>
        <dt>You bring</dt>
        <dd>{bring}</dd>
        <dt>You get</dt>
        <dd>{get}</dd>
      </dl>
    </label>
  );
}
