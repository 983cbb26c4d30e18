-- Who pays is a column of the customer, so that a plan is found by its payer and not by where they work now. A workspace
-- may have several customers.
alter table customers drop constraint customers_pkey;
alter table customers add column id integer generated always as identity primary key;
-- null once the account of the payer is deleted
alter table customers add column payer_id integer references users on delete set null;
-- the agency whose main admin answered that this personal plan does not move there
alter table customers add column kept_from_id integer references workspaces on delete set null;
-- An agency may have another main admin since: its payer is the user whose email the customer was created with.
update customers set payer_id = coalesce(
  workspaces.person_id,
  (select users.id from users where users.email_key = lower(trim(customers.email))),
  workspaces.main_admin_id)
from workspaces where workspaces.id = customers.workspace_id;
alter table customers add unique (id, workspace_id);
create index customers_of_workspace on customers (workspace_id);
create index customers_of_payer on customers (payer_id);
create index customers_kept_from on customers (kept_from_id);

-- A subscription moves with its customer.
alter table subscriptions add column customer_id integer;
update subscriptions set customer_id = customers.id
from customers where customers.workspace_id = subscriptions.workspace_id;
delete from subscriptions where customer_id is null;
alter table subscriptions alter column customer_id set not null;
alter table subscriptions drop constraint subscriptions_workspace_id_fkey;
alter table subscriptions add foreign key (customer_id, workspace_id) references customers (id, workspace_id)
  on update cascade on delete cascade;
create index subscriptions_of_customer on subscriptions (customer_id, workspace_id);

-- One row: the account and the mode of Stripe that the plans are paid in. A key of another one changes nothing here.
create table stripe_accounts (
  id integer primary key default 1 check (id = 1),
  -- null where the key may not read it
  account text,
  is_live boolean not null
);
