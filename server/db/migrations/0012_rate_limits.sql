-- As rate-limiter-flexible keeps them: tries of a window that ends at `expire`, in milliseconds since 1970.
drop table rate_limits;
create table rate_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
