-- The roles of the projection, to be run once by a superuser in the database that holds the chain:
--
--   createdb --encoding UTF8 --template template0 chain
--   psql --dbname chain --file roles.sql
--
-- The projector owns the tables. A reader can read them, and nothing else. Passwords are set with \password, which sends no clear text:
--
--   psql --dbname chain --command '\password chainnode_projector'

CREATE ROLE chainnode_projector LOGIN;
CREATE ROLE chainnode_reader LOGIN;

REVOKE ALL ON SCHEMA public FROM PUBLIC;
DO $$
BEGIN
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format('GRANT CONNECT, CREATE ON DATABASE %I TO chainnode_projector', current_database());
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO chainnode_reader', current_database());
END
$$;

-- The projector makes the schema, and a new one with each rebuild: readers may read each from the beginning.
ALTER DEFAULT PRIVILEGES FOR ROLE chainnode_projector GRANT USAGE ON SCHEMAS TO chainnode_reader;
ALTER DEFAULT PRIVILEGES FOR ROLE chainnode_projector GRANT SELECT ON TABLES TO chainnode_reader;

-- A reader's transactions read, are short, and see the tables also through a pooler that drops the settings of connections.
ALTER ROLE chainnode_reader SET default_transaction_read_only = on;
ALTER ROLE chainnode_reader SET statement_timeout = '10s';
ALTER ROLE chainnode_reader SET idle_in_transaction_session_timeout = '30s';
ALTER ROLE chainnode_reader SET search_path = chainnode;
ALTER ROLE chainnode_projector SET search_path = chainnode;
