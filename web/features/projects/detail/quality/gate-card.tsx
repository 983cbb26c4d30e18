/** Quality gate of a project: what the next run does with weak pages. */
import { Box, Flex, SegmentedControl, Slider, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import type { Project } from '#contract/project-shapes.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { findGateObstacle } from '#contract/gate-obstacles.ts';
import { GATE_ACTIONS, type GateAction, type QualityGate } from '#contract/quality-gate.ts';
import { WEAK_SCORE } from '#contract/quality-limits.ts';
import type { RunQuality } from '#contract/run-quality-shapes.ts';
import { useReadOnlyReason } from '#web/client/use-read-only.ts';
import { ReasonButton } from '#web/kit/reason-button.tsx';
import { useAction } from '#web/kit/use-action.ts';
import { Card, CardFoot } from '#web/ui/card.tsx';
import { describeGate } from './quality.rules.ts';
import classes from './quality.module.css';

const OFF = 'off';
type Choice = GateAction | typeof OFF;

const LABELS: Record<GateAction, string> = {
  'leave-out': 'Leave out',
  draft: 'Import as draft',
  noindex: 'Add noindex',
};

const STATES: Record<GateAction, string> = {
  'leave-out': 'are left out',
  draft: 'are imported as drafts',
  noindex: 'get noindex',
};

export interface GateDraft {
  below: number;
  choice: Choice;
}

/** The gate as it is edited; it starts as saved. */
export function useGateDraft({ quality_gate: saved }: Pick<Project, 'quality_gate'>) {
  return useState<GateDraft>({ below: saved?.below ?? WEAK_SCORE, choice: saved?.action ?? OFF });
}

/** The gate that would be saved. */
export const toGate = ({ below, choice }: GateDraft): QualityGate | null =>
  choice === OFF ? null : { below, action: choice };

const isSame = (one: QualityGate | null, other: QualityGate | null) =>
  one?.below === other?.below && one?.action === other?.action;

interface Props {
  project: Project;
  runId: number;
  quality: RunQuality;
  draft: GateDraft;
  onChange: (draft: GateDraft) => void;
}

export function GateCard({ project, runId, quality, draft, onChange }: Props) {
  const { quality_gate: saved, type } = project;
  const labelId = useId();
  const gate = toGate(draft);
  const { text, ready, rest } = describeGate(quality, gate);
  const obstacles = GATE_ACTIONS.flatMap((action) => findGateObstacle(type, action) ?? []);
  const readOnly = useReadOnlyReason(project.is_read_only);
  const saving = useAction(projectsContract.setQualityGate, {
    refresh: ['projects'],
    success: 'Quality gate saved',
    failure: 'Couldn’t save the quality gate.',
  });
  const reason = readOnly ?? (isSame(gate, saved) ? 'No changes to save' : undefined);
  const setBelow = (below: number) =>
    onChange({ ...draft, below: Math.min(100, Math.max(1, Math.round(below))) });
  return (
    <Card
      title="Quality gate"
      isFlush
      aside={saved ? `Currently pages below ${saved.below} ${STATES[saved.action]}` : 'Currently off'}
    >
      <div>
        <div className={classes.gate}>
          <div>
            <Flex justify="space-between" align="center" gap={12} mb={8}>
              <span id={labelId}>Pages that score below</span>
              <ScoreField labelId={labelId} value={draft.below} onChange={setBelow} />
            </Flex>
            <Slider
              aria-labelledby={labelId}
              thumbProps={{ 'aria-labelledby': labelId }}
              min={0}
              max={100}
              value={draft.below}
              onChange={setBelow}
              label={null}
              color="var(--sea)"
              size={4}
              thumbSize={20}
            />
            <Flex justify="space-between" c="var(--text3)" fz="small" mt={8} aria-hidden>
              <span>0</span>
              <span>100</span>
            </Flex>
          </div>
          <div>
            <SegmentedControl<Choice>
              aria-label="What to do with these pages"
              value={draft.choice}
              onChange={(choice) => onChange({ ...draft, choice })}
              data={[
                { value: OFF, label: 'Off' },
                ...GATE_ACTIONS.map((action) => ({
                  value: action,
                  label: LABELS[action],
                  disabled: findGateObstacle(type, action) !== undefined,
                })),
              ]}
            />
            {obstacles.length > 0 && (
              <Box component="p" c="var(--text3)" fz="small" mt={6}>
                {obstacles.join('. ')}.
              </Box>
            )}
            <Box component="p" c="var(--text2)" fz="small" mt={10} role="status">
              {text} <strong className={classes.ready}>{ready}</strong>
              {rest}
            </Box>
          </div>
        </div>
        <CardFoot>
          <ReasonButton
            size="xs"
            reason={reason}
            aria-busy={saving.isBusy || undefined}
            onClick={() => void saving.run({ params: { id: project.id }, body: { gate } })}
          >
            {saving.isBusy ? 'Saving...' : 'Save gate'}
          </ReasonButton>
          <Box component="span" c="var(--text2)" fz="small">
            Applies from the next run. Run #{runId} stays as it is.
          </Box>
        </CardFoot>
      </div>
    </Card>
  );
}

interface ScoreFieldProps {
  labelId: string;
  value: number;
  onChange: (value: number) => void;
}

/** The score as a number. Text that isn't one stays until the field is left. */
function ScoreField({ labelId, value, onChange }: ScoreFieldProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <TextInput
      aria-labelledby={labelId}
      className={classes.score}
      inputMode="numeric"
      value={typed ?? String(value)}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text);
        if (/^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 100) onChange(Number(text));
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
