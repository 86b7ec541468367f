SELECT 1;
-- a comment
  SELECT 2;