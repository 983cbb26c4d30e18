/** Project or domain in a table: platform icon, and the name as a link. */
import { Flex } from '@mantine/core';
import { Link } from 'react-router';
import { PlatformIcon } from './platform-icon.tsx';
import classes from './typed-name.module.css';

interface Props {
  type: string;
  to: string;
  children: string;
}

export function TypedName({ type, to, children }: Props) {
  return (
    <Flex component="span" align="center" gap={12} miw={0}>
      <PlatformIcon type={type} />
      <Link to={to} className={classes.title}>
        {children}
      </Link>
    </Flex>
  );
}
