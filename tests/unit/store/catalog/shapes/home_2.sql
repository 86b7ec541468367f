-- A home of shape 2, as it was released; never edited.
CREATE TABLE base (  id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE,  created_at TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE ingestion_log (  id INTEGER PRIMARY KEY,  base TEXT NOT NULL,  started_at TEXT NOT NULL, completed_at TEXT,  status TEXT NOT NULL CHECK (status IN ('running','completed','failed')),  total_chunks INTEGER, total_files INTEGER,  error_message TEXT, metadata TEXT);
CREATE INDEX ingestion_log_status ON ingestion_log(status);
CREATE INDEX ingestion_log_started ON ingestion_log(started_at DESC);
CREATE TABLE metric (  name TEXT NOT NULL, part INTEGER NOT NULL, value INTEGER NOT NULL,  PRIMARY KEY (name, part)) WITHOUT ROWID;
INSERT INTO base VALUES ('b9533a36fd059aa8', 'b', '2026-11-22T05:18:51.922Z');
INSERT INTO ingestion_log VALUES (1, 'b', '2026-11-22T05:18:51.927Z', '2026-11-22T05:18:53.202Z', 'completed', 0, 3, NULL, '{"added":3,"changed":0,"failed":0}');
INSERT INTO metric VALUES ('index_jobs_total', 0, 3);
PRAGMA user_version = 2;
