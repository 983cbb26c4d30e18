/** "Quality estimate" of the rail: the score that the pages would have, and what would raise it most. */
import { Box, Flex, VisuallyHidden } from '@mantine/core';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { EstimatedChange, QualityEstimate as Estimate } from '#contract/estimates.contract.ts';
import { describeChange } from '#contract/estimate-texts.ts';
import { QUALITY_PARTS } from '#contract/quality-texts.ts';
import { createDialogButton } from '#web/kit/dialog-button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import links from '#web/ui/link.module.css';
import { sections } from '../shared/messages.ts';
import chips from './chip.module.css';
import { describeSimilarity, describeSample, toConstruct } from './estimate-words.rules.ts';
import type { ConstructProps, ProjectForm } from './form-state.ts';
import classes from './quality-estimate.module.css';
import { type EstimateState, useEstimate } from './use-estimate.ts';

const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });
/** Bars below this share of their points are marked. */
const LOW = 1 / 3;

const createVerb = (children: string) =>
  createDialogButton<ConstructProps>(
    'construct-dialog',
    async () => (await import('./construct-dialog.tsx')).ConstructDialog,
    { unstyled: true, className: classes.verb ?? '', children },
  );
const VERBS = { insert: createVerb('Insert'), add: createVerb('Add'), build: createVerb('Build variants') };

export function QualityEstimate({ form }: { form: ProjectForm }) {
  const state = useEstimate(form);
  const { estimate } = state;
  const note = findNote(form, state);
  const isShown = note === undefined && estimate;
  return (
    <section className={classes.card} aria-labelledby="quality-estimate" aria-busy={state.isBusy}>
      <h2 id="quality-estimate" className={classes.title}>
        Quality estimate
      </h2>
      <VisuallyHidden role="status">
        {isShown && !state.isBusy ? `The quality estimate is ${Math.round(estimate.score)} of 100.` : ''}
      </VisuallyHidden>
      {note !== undefined && <p className={classes.note}>{note}</p>}
      {note === undefined && !isShown && <Bars isBusy />}
      {isShown && <Figures estimate={estimate} isBusy={state.isBusy} />}
      {isShown && <Changes form={form} changes={estimate.changes} isBusy={state.isBusy} />}
      {state.failure !== undefined && (
        <p className={classes.note} role="alert">
          Couldn’t estimate the quality. {state.failure}{' '}
          <button type="button" className={links.link} data-repair data-small onClick={state.retry}>
            Try again
          </button>
        </p>
      )}
      {isShown && (
        <p className={classes.foot}>
          {describeSample(estimate.rows, form.inspection?.outcome?.pages)},{' '}
          {time.format(new Date(estimate.estimated_at))}
        </p>
      )}
    </section>
  );
}

/** Says why there is no estimate; undefined if there is one, or will be. */
function findNote({ draft, inspection }: ProjectForm, state: EstimateState): string | undefined {
  if (draft.sheet === null && draft.linked === null) return 'Add a sheet to see an estimate.';
  if (draft.seed === null) return 'Add a seed page to see an estimate.';
  if (state.isBusy || state.failure !== undefined) return undefined;
  if (!inspection?.outcome) return 'Fix the problems in this form to see an estimate.';
  return state.estimate === null ? 'There’s no estimate for files this large.' : undefined;
}

function Figures({ estimate, isBusy }: { estimate: Estimate; isBusy: boolean }) {
  return (
    <>
      <Flex align="baseline" gap={10}>
        <span className={classes.score}>{Math.round(estimate.score)}</span>
        <Box component="span" c="var(--text2)">
          of 100
        </Box>
      </Flex>
      <Box component="p" mt={6} c="var(--text2)" fz="small" lh="18px">
        {describeSimilarity(estimate)}
      </Box>
      <Bars parts={estimate.parts} isBusy={isBusy} />
    </>
  );
}

function Bars({ parts, isBusy }: { parts?: Estimate['parts']; isBusy: boolean }) {
  return (
    <div className={classes.parts}>
      {QUALITY_PARTS.map(({ key, label, most }) => {
        const points = parts && !isBusy ? parts[key] : undefined;
        return (
          <div key={key}>
            <Flex justify="space-between" gap={12} fz="small">
              <span>{label}</span>
              {points === undefined ? (
                <VisuallyHidden>not known yet</VisuallyHidden>
              ) : (
                <strong>
                  {Math.round(points)} of {most}
                </strong>
              )}
            </Flex>
            <div className={classes.track} data-busy={points === undefined || undefined} aria-hidden="true">
              {points !== undefined && (
                <div
                  data-low={points < most * LOW || undefined}
                  style={{ width: `${(points / most) * 100}%` }}
                />
              )}
            </div>
          </div>
        );
      })}
    </div>
  );
}

interface ChangesProps {
  form: ProjectForm;
  changes: readonly EstimatedChange[];
  isBusy: boolean;
}

function Changes({ form, changes, isBusy }: ChangesProps) {
  return (
    <div className={classes.changes} data-busy={isBusy || undefined}>
      <h3 className={classes.subtitle}>What would raise it most</h3>
      {changes.length === 0 ? (
        <p className={classes.note}>Nothing stands out.</p>
      ) : (
        <ol>
          {changes.map((change) => (
            <Change key={change.kind} form={form} change={change} />
          ))}
        </ol>
      )}
    </div>
  );
}

function Change({ form, change }: { form: ProjectForm; change: EstimatedChange }) {
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const { lead, rest, code } = describeChange(change);
  const first = toConstruct(change);
  const Verb = change.kind === 'columns' ? VERBS.insert : VERBS.add;
  const isListed = change.kind === 'variants' || ('texts' in change && change.texts.length > 0);
  return (
    <li className={classes.change}>
      <span className={classes.points}>
        +{change.points}
        <VisuallyHidden>{change.points === 1 ? ' point: ' : ' points: '}</VisuallyHidden>
      </span>
      <div>
        <strong>{lead}</strong> {rest}{' '}
        {code !== undefined && (
          <code className={`${chips.chip} ${classes.code}`} data-state="column" data-plain>
            {code}
          </code>
        )}{' '}
        {first && <Verb form={form} first={first} onInsert={(text) => insertIntoFooter(form, text)} />}
        {isListed && (
          <button
            type="button"
            className={classes.verb}
            aria-expanded={isOpen}
            aria-controls={listId}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide them' : 'Show them'}
          </button>
        )}
        {!first && !isListed && (
          <Link className={classes.verb} to={`#${sections.seed.id}`}>
            Show the page
          </Link>
        )}
      </div>
      {isListed && isOpen && (
        <ul id={listId} className={classes.texts} tabIndex={0} aria-label={lead}>
          {change.kind === 'variants'
            ? change.paragraphs.map(({ text }) => <Paragraph key={text} form={form} text={text} />)
            : 'texts' in change && change.texts.map((text) => <Example key={text} form={form} text={text} />)}
        </ul>
      )}
    </li>
  );
}

/** A paragraph of every page, which the dialog varies. */
function Paragraph({ form, text }: { form: ProjectForm; text: string }) {
  return (
    <li>
      <p className={classes.text}>{text}</p>
      <VERBS.build
        form={form}
        first={{ kind: 'variants', text }}
        onInsert={(written) => insertIntoFooter(form, written)}
      />
    </li>
  );
}

/** A title or description that several pages have, and the placeholder to put into it. */
function Example({ form, text }: { form: ProjectForm; text: string }) {
  const name = form.inspection?.table?.columns[0]?.name;
  return (
    <li>
      <p className={classes.text}>{text}</p>
      {name !== undefined && <CopyButton text={`[${name}]`} noun={`[${name}]`} label={`Copy [${name}]`} />}
    </li>
  );
}

function insertIntoFooter({ values, setField }: ProjectForm, text: string): void {
  setField('footer_links', values.footer_links + text);
}
